package meshio

import (
	"bytes"

	"github.com/prang-sim/prang/sim/geom"
)

// stlState is what an ASCII file is in the middle of.
type stlState uint8

const (
	stlOutside stlState = iota // of any solid
	stlSolid                   // in a solid, between facets
	stlFacet                   // in a facet, before its loop
	stlLoop                    // in a loop, with fewer than three vertices
	stlFull                    // in a loop, with three
	stlLooped                  // after the loop of a facet
)

// stlNext names the statement that may follow in each state.
var stlNext = [...]string{"solid", "facet or endsolid", "outer loop", "vertex", "endloop", "endfacet"}

// readText reads an ASCII file. A statement out of order ends the reading, as what follows has no meaning.
func (p *stlReader) readText(data []byte) (*geom.Mesh, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	state := stlOutside
	for ok := true; ok && len(data) > 0; {
		var text []byte
		text, data, _ = bytes.Cut(data, []byte{'\n'})
		p.line++
		p.fields = splitFields(p.fields[:0], text)
		if len(p.fields) > 0 {
			state, ok = p.statement(state)
		}
		if len(p.mesh.Vertices) > maxElements {
			p.add(p.line, "more than %d triangles: split the mesh", maxElements/3)
			ok = false
		}
	}
	if state != stlOutside && len(p.list) == 0 {
		p.add(p.line, "the file ends where %s is due: it is cut off, copy or export it again", stlNext[state])
	}
	if err := p.result(); err != nil {
		return nil, err
	}
	if p.cloud && len(p.mesh.Vertices) > 0 {
		return cloudAt(p.mesh, func(i int32) place { return place{line: int(p.vertexLine[i])} })
	}
	return finish(p.mesh, p.vertexLine, p.triangleLine)
}

// statement reads a line in the given state and returns the state after it; false after a statement out of order.
func (p *stlReader) statement(s stlState) (stlState, bool) {
	switch {
	case s == stlOutside && p.is(0, "solid"):
		return stlSolid, true
	case s == stlSolid && p.is(0, "endsolid"):
		return stlOutside, true
	case s == stlSolid && p.is(0, "facet"):
		p.triangleLine = append(p.triangleLine, int32(p.line))
		return stlFacet, true
	case s == stlFacet && p.is(0, "outer") && p.is(1, "loop"):
		return stlLoop, true
	case s == stlLoop && p.is(0, "vertex"):
		p.vertex(p.fields[1:])
		if len(p.mesh.Vertices)%3 == 0 {
			p.triangle()
			return stlFull, true
		}
		return stlLoop, true
	case s == stlFull && p.is(0, "endloop"):
		return stlLooped, true
	case s == stlLooped && p.is(0, "endfacet"):
		return stlSolid, true
	case s == stlFull && p.is(0, "vertex"):
		p.add(p.line, "a facet with more than 3 vertices: split it into triangles")
	default:
		p.add(p.line, "%q where %s is due: put one statement on a line, in the order of the format", clip(p.fields[0]), stlNext[s])
	}
	return s, false
}

// is reports whether word i of the line is the given keyword, in lower or upper case.
func (p *stlReader) is(i int, keyword string) bool {
	return i < len(p.fields) && bytes.EqualFold(p.fields[i], []byte(keyword))
}

func (p *stlReader) vertex(args [][]byte) {
	var x [3]float64
	if len(args) != 3 {
		p.add(p.line, "a vertex with %d numbers: give it x, y and z", len(args))
		args = nil
	}
	for i, a := range args {
		v, err := parseNumber(a)
		if err != nil {
			p.add(p.line, "number %d of the vertex, %q, %w", i+1, clip(a), err)
		}
		x[i] = v
	}
	p.mesh.Vertices = append(p.mesh.Vertices, geom.Vec{X: x[0], Y: x[1], Z: x[2]})
	p.vertexLine = append(p.vertexLine, int32(p.line))
}
