package meshio

import "math"

// number reads a value of the given type: the next word of the row, or the next bytes. Each type fits into float64.
func (p *plyReader) number(t plyType, property string) (float64, bool) {
	if p.ascii {
		if p.at == len(p.fields) {
			p.endOfRow()
			return 0, false
		}
		v, err := parseNumber(p.fields[p.at])
		if err != nil {
			p.fault("%q, of the property %s, %w", clip(p.fields[p.at]), clip([]byte(property)), err)
			return 0, false
		}
		p.at++
		return v, true
	}
	if len(p.data) < t.size {
		p.endOfRow()
		return 0, false
	}
	v := p.decode(t)
	p.data = p.data[t.size:]
	return v, true
}

// decode returns the value that the data begin with.
func (p *plyReader) decode(t plyType) float64 {
	switch {
	case t.size == 8:
		return math.Float64frombits(p.order.Uint64(p.data))
	case t.float:
		return float64(math.Float32frombits(p.order.Uint32(p.data)))
	case t.size == 1 && t.minus:
		return float64(int8(p.data[0]))
	case t.size == 1:
		return float64(p.data[0])
	case t.size == 2 && t.minus:
		return float64(int16(p.order.Uint16(p.data)))
	case t.size == 2:
		return float64(p.order.Uint16(p.data))
	case t.minus:
		return float64(int32(p.order.Uint32(p.data)))
	}
	return float64(p.order.Uint32(p.data))
}

// skip passes over n values of the given size.
func (p *plyReader) skip(n int64, size int) bool {
	if p.ascii {
		if n > int64(len(p.fields)-p.at) {
			p.endOfRow()
			return false
		}
		p.at += int(n)
		return true
	}
	if n > int64(len(p.data)/size) {
		p.endOfRow()
		return false
	}
	p.data = p.data[n*int64(size):]
	return true
}

func (p *plyReader) endOfRow() {
	if p.ascii {
		p.fault("the line ends before the %s does: put one element on a line, with all properties of the header", clip([]byte(p.element.name)))
		return
	}
	p.fault("the file ends in it: it is cut off, copy or export it again")
}
