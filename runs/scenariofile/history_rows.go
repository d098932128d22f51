package scenariofile

import (
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
)

// mostBadCells is after how many bad cells the rest of a file is not read.
const mostBadCells = 20

// entriesOf makes a list entry of each row. Of a vector the components without a column are zero; a row with an empty cell is
// refused, but in the program of a vehicle it leaves what it is about as it was. A path leaves out points that are the one before again.
func (r *reader) entriesOf(h *history) (entries []*yaml.Node) {
	zero := h.node(&yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: "0"}, h.table.header[0])
	before, last := len(r.Problems), ""
	for row := h.first; row < len(h.table.rows); row++ {
		e := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
		var vectors []*yaml.Node // value nodes of e that are vectors
		point := ""
		for i := range h.used {
			u := &h.used[i]
			c := h.table.cell(row, u.at)
			if c.text == "" && h.kind == "input" && u.name != "time" {
				continue
			}
			v := r.cellNode(h, u, c, row-h.first)
			switch {
			case v == nil:
			case h.kind == pathPoint:
				vectors = h.component(nil, vectors, u, v, zero, c)
				point += v.Value + " "
			case u.axis >= 0:
				vectors = h.component(e, vectors, u, v, zero, c)
			default:
				e.Content = append(e.Content, u.keyNode, v)
			}
		}
		switch {
		case len(r.Problems) > before+mostBadCells:
			return nil
		case h.kind == "input" && len(e.Content) == 2: // time alone
		case h.kind != pathPoint:
			entries = append(entries, h.node(e, h.table.rows[row][0]))
		case len(vectors) == 1 && point != last:
			entries, last = append(entries, vectors[0]), point
		}
	}
	if h.Has("velocity") && len(entries) > 0 {
		entries[0].Content = append(entries[0].Content, h.Keys["velocity"], h.Values["velocity"])
	}
	return entries
}

// component puts a component of a vector into its list, which the first component makes, in an entry unless that is nil.
func (h *history) component(e *yaml.Node, vectors []*yaml.Node, u *usedColumn, v, zero *yaml.Node, c historyCell) []*yaml.Node {
	var list *yaml.Node
	if e == nil {
		if len(vectors) == 0 {
			vectors = append(vectors, h.node(&yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: []*yaml.Node{zero, zero}}, c))
		}
		list = vectors[0]
	} else if list = document.ValueOf(e, u.key); list == nil {
		list = h.node(&yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: []*yaml.Node{zero, zero, zero}}, c)
		e.Content, vectors = append(e.Content, u.keyNode, list), append(vectors, list)
	}
	list.Content[u.axis] = v
	return vectors
}

// cellNode makes a value of a cell of an entry as a list would have it; nil where it is refused.
func (r *reader) cellNode(h *history, u *usedColumn, c historyCell, entry int) *yaml.Node {
	if u.word {
		n := wordNode(u.name, c.text)
		for _, word := range n.Content {
			h.node(word, c)
		}
		return h.node(n, c)
	}
	number, ok := h.table.decimalOf(c.text)
	path := func() string { return document.Join(document.At(h.Path, entry), u.name) }
	switch {
	case c.text == "":
		h.failAt(c, path(), "the row has no %s: fill in the cell, or leave out the row", u.name)
		return nil
	case !ok && units.IsDecimal(strings.Replace(c.text, ",", ".", 1)):
		h.failAt(c, path(), "%q has a comma, which is what separates cells: write a decimal point, or separate cells by semicolons", wording.Clip(c.text))
		return nil
	case !ok:
		h.failAt(c, path(), "%q is not a number: write one such as 0.25, its unit in the header alone, as %s [%s], or leave out the row", wording.Clip(c.text), u.name, orSI(u))
		return nil
	}
	if u.unit != "" {
		number += " " + u.unit
	}
	n := h.node(&yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: number}, c)
	if u.conversion != nil {
		if r.Conversions == nil {
			r.Conversions = map[*yaml.Node]*units.Conversion{}
		}
		r.Conversions[n] = u.conversion
	}
	return n
}

// orSI returns the unit of a column, in its place that of SI as people write it.
func orSI(u *usedColumn) string {
	if u.unit != "" {
		return u.unit
	}
	return map[units.Dimension]string{units.Time: "s", units.Length: "m", units.Speed: "m/s", units.Acceleration: "m/s^2", units.AngularSpeed: "rad/s", units.Force: "N", units.Torque: "N m", units.Angle: "rad", units.One: "%"}[u.dim]
}

// wordNode makes a value of a cell of blown or wheels: true or false, names of wheels with white space between them.
func wordNode(name, text string) *yaml.Node {
	if name == "blown" {
		switch strings.ToLower(text) {
		case "true", "1":
			return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "true"}
		case "false", "0":
			return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "false"}
		}
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
	}
	list := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
	for _, word := range strings.Fields(text) {
		list.Content = append(list.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: word})
	}
	return list
}
