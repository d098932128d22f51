package recorder

// Places tells where columns begin in the values of a frame.
type Places map[columnKey]int

type columnKey struct {
	owner, count int32
	name         string
}

// Places returns the places of all columns.
func (h *Header) Places() Places {
	p, at := make(Places, len(h.Columns)), 0
	for i := range h.Columns {
		c := &h.Columns[i]
		p[columnKey{c.Owner, c.Count, c.Name}] = at
		at += int(c.Count)
	}
	return p
}

// Body returns where x, q, v, L of a body begin, BodyValues numbers side by side; -1 where they are not.
func (p Places) Body(object int) int {
	at := p.Of(object, "x", 3)
	if at < 0 || p.Of(object, "q", 4) != at+3 || p.Of(object, "v", 3) != at+7 || p.Of(object, "L", 3) != at+10 {
		return -1
	}
	return at
}

// Of returns where the column of an object with that name and number of components begins, -1 if there is none.
func (p Places) Of(object int, name string, count int32) int {
	if at, ok := p[columnKey{int32(object), count, name}]; ok {
		return at
	}
	return -1
}
