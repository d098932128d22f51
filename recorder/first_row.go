package recorder

import "math"

// Codec 2 stores the first row of a chunk class by class, in a class component by component, so that similar values are
// adjacent. For the attitude of a body under rigid2 it stores w as the residual to the root that makes the other three
// a unit quaternion.

// sortFirst appends the values of a first row in their order.
func (l *layout) sortFirst(dst, row []uint64) []uint64 {
	for i := range l.classes {
		c := &l.classes[i]
		for k := range c.components {
			for j := range c.groups {
				v := row[c.groups[j].at:][:c.components]
				if c.predictor.knowsGrids() && k == atQ {
					dst = append(dst, residual(v[k], unitW(v)))
					continue
				}
				dst = append(dst, v[k])
			}
		}
	}
	return dst
}

// unsortFirst undoes sortFirst; first has as many values as a row.
func (l *layout) unsortFirst(row, first []uint64) {
	for i := range l.classes {
		c := &l.classes[i]
		n := len(c.groups)
		for j := range c.groups {
			v := row[c.groups[j].at:][:c.components]
			for k := range v {
				v[k] = first[k*n+j]
			}
			if c.predictor.knowsGrids() {
				v[atQ] = restore(v[atQ], unitW(v))
			}
		}
		first = first[n*c.components:]
	}
}

// unitW predicts w of the attitude of a body from x, y and z.
func unitW(body []uint64) uint64 {
	q := [4]uint64{0, body[atQ+1], body[atQ+2], body[atQ+3]}
	return completed(q[:], 0, math.Float64bits(1))
}
