package meshio

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
)

// plyType is the type of a value.
type plyType struct {
	size  int
	float bool
	minus bool // whole numbers may be negative
}

// plyTypes are the types by their names, of the first specification and of later writers.
var plyTypes = []struct {
	names [2]string
	plyType
}{
	{[2]string{"char", "int8"}, plyType{size: 1, minus: true}},
	{[2]string{"uchar", "uint8"}, plyType{size: 1}},
	{[2]string{"short", "int16"}, plyType{size: 2, minus: true}},
	{[2]string{"ushort", "uint16"}, plyType{size: 2}},
	{[2]string{"int", "int32"}, plyType{size: 4, minus: true}},
	{[2]string{"uint", "uint32"}, plyType{size: 4}},
	{[2]string{"float", "float32"}, plyType{size: 4, float: true}},
	{[2]string{"double", "float64"}, plyType{size: 8, float: true}},
}

// plyRole is what a property is read for.
type plyRole uint8

const (
	plySkip plyRole = iota
	plyX
	plyY
	plyZ
	plyCorners
)

type plyProperty struct {
	name  string
	role  plyRole
	list  bool
	count plyType // of a list
	value plyType // of the value, or of each in a list
}

type plyElement struct {
	name  string
	line  int // of the header
	count int64
	props []plyProperty
}

// leastRow returns the bytes of an element in a binary file whose lists are empty, and whether it has no lists.
func (e *plyElement) leastRow() (size int64, fixed bool) {
	fixed = true
	for _, p := range e.props {
		if p.list {
			size, fixed = size+int64(p.count.size), false
		} else {
			size += int64(p.value.size)
		}
	}
	return size, fixed
}

// header reads up to end_header. What it reports leaves no sense in the rest.
func (p *plyReader) header() {
	p.lineEnd = '\n'
	if i := bytes.IndexAny(p.data, "\r\n"); i >= 0 && p.data[i] == '\r' && (i+1 == len(p.data) || p.data[i+1] != '\n') {
		p.lineEnd = '\r'
	}
	if p.nextLine(); len(p.fields) != 1 || string(p.fields[0]) != "ply" {
		p.add(1, "the first line is not ply, so it is no PLY file: export the mesh again")
		return
	}
	for p.nextLine() {
		if len(p.fields) == 0 {
			continue
		}
		args := p.fields[1:]
		switch string(p.fields[0]) {
		case "comment", "obj_info":
		case "format":
			p.format(args)
		case "element":
			p.declareElement(args)
		case "property":
			p.declareProperty(args)
		case "end_header":
			p.checkHeader()
			return
		default:
			p.add(p.line, "%q is no statement of a PLY header: remove the line or make it a comment", clip(p.fields[0]))
		}
	}
	p.add(p.line, "the file ends before end_header: it is cut off, copy or export it again")
}

func (p *plyReader) format(args [][]byte) {
	switch {
	case len(args) != 2 || string(args[1]) != "1.0":
		p.add(p.line, "the format is not of version 1.0: write format ascii 1.0, or export the mesh again")
	case p.formatLine > 0:
		p.add(p.line, "the format stands on line %d already: remove one", p.formatLine)
	case string(args[0]) == "ascii":
		p.ascii = true
	case string(args[0]) == "binary_little_endian":
		p.order = binary.LittleEndian
	case string(args[0]) == "binary_big_endian":
		p.order = binary.BigEndian
	default:
		p.add(p.line, "the format %q is none of ascii, binary_little_endian and binary_big_endian: export the mesh in one of them", clip(args[0]))
	}
	p.formatLine = p.line
}

func (p *plyReader) declareElement(args [][]byte) {
	e := plyElement{line: p.line}
	if len(args) == 2 {
		var err error
		e.name = string(args[0])
		e.count, err = strconv.ParseInt(string(args[1]), 10, 64)
		if err != nil || e.count < 0 {
			p.add(p.line, "the count %q of the element is no whole number from 0: correct it", clip(args[1]))
		}
	} else {
		p.add(p.line, "an element is written as: element name count")
	}
	for _, o := range p.elements {
		if o.name == e.name && e.name != "" {
			p.add(p.line, "the element %q stands on line %d already: remove one", clip([]byte(e.name)), o.line)
			break
		}
	}
	switch {
	case e.name == "tristrips" && e.count > 0:
		p.add(p.line, "strips of triangles are not read: export the mesh with faces")
	case (e.name == "vertex" || e.name == "face") && e.count > maxElements:
		p.add(p.line, "more than %d vertices or faces: split the mesh", maxElements)
	case e.name == "vertex":
		p.vertices = e.count
	}
	p.elements = append(p.elements, e)
}

func (p *plyReader) declareProperty(args [][]byte) {
	if len(p.elements) == 0 {
		p.add(p.line, "a property before the first element: move it down")
		return
	}
	e := &p.elements[len(p.elements)-1]
	var q plyProperty
	switch {
	case len(args) == 4 && string(args[0]) == "list":
		q = plyProperty{name: string(args[3]), list: true, count: p.typeOf(args[1]), value: p.typeOf(args[2])}
	case len(args) == 2:
		q = plyProperty{name: string(args[1]), value: p.typeOf(args[0])}
	default:
		p.add(p.line, "a property is written as: property type name, or: property list type type name")
		return
	}
	q.role = roleOf(e.name, q.name)
	for _, o := range e.props {
		if q.role != plySkip && o.role == q.role {
			p.add(p.line, "the %s has the property %q already: remove one", e.name, o.name)
		}
	}
	if q.role != plySkip && q.list != (q.role == plyCorners) {
		p.add(p.line, "the property %q must be a number in a vertex and a list in a face: correct it", q.name)
	}
	e.props = append(e.props, q)
}

func roleOf(element, property string) plyRole {
	switch {
	case element == "face" && (property == "vertex_indices" || property == "vertex_index"):
		return plyCorners
	case element != "vertex":
	case property == "x":
		return plyX
	case property == "y":
		return plyY
	case property == "z":
		return plyZ
	}
	return plySkip
}

func (p *plyReader) typeOf(name []byte) plyType {
	for _, t := range plyTypes {
		if string(name) == t.names[0] || string(name) == t.names[1] {
			return t.plyType
		}
	}
	p.add(p.line, "%q is no type of a PLY file: write one of char, uchar, short, ushort, int, uint, float, double", clip(name))
	return plyType{size: 1}
}

// checkHeader reports what the header lacks.
func (p *plyReader) checkHeader() {
	if p.formatLine == 0 {
		p.add(p.line, "the header has no format: write format ascii 1.0 below ply, or export the mesh again")
	}
	for _, want := range []struct {
		element string
		roles   []plyRole
		what    string
	}{
		{"vertex", []plyRole{plyX, plyY, plyZ}, "the properties x, y and z"},
		{"face", []plyRole{plyCorners}, "the list vertex_indices"},
	} {
		if p.cloud && want.element == "face" && !slices.ContainsFunc(p.elements, func(e plyElement) bool { return e.name == "face" && e.count > 0 }) {
			continue
		}
		found := 0
		for _, e := range p.elements {
			for _, q := range e.props {
				if e.name == want.element && q.role != plySkip {
					found++
				}
			}
		}
		if found < len(want.roles) {
			p.add(p.line, "the header has no element %s with %s: export the mesh with it", want.element, want.what)
		}
	}
}
