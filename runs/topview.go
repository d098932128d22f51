package runs

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/meshio"
	"github.com/prang-sim/prang/sim/record"
)

// topView draws a run as seen from above, as an SVG picture: the edges of the statics, skid marks, the path of every body
// and mover, where each stands at equal times, at the first impact and in the end, and every impact with its impulse.
type topView struct {
	objects []record.Object
	meshes  map[int32]*geom.Mesh // by object
	parts   [][]outlinePart      // of each object that is neither a box along its axes nor a mesh
	offsets []int                // of x of each object in a frame, before q, v and L of a body; -1 where it is not drawn
	drawing Drawing
	tracks  []track
	impacts []record.Event
	next    float64
}

// track is what is drawn of one object.
type track struct {
	object   int32
	path     []geom.Vec
	outlines []outline
	last     geom.Transform
	skids    *reconstruct.SkidMarks
}

type outline struct {
	pose   geom.Transform
	strong bool
}

// newTopView returns a view of a run with the given objects and columns.
// meshes gives the mesh of each static object by its index; those without are drawn by their shapes. Planes are left
// out.
func newTopView(objects []record.Object, columns []record.Column, meshes map[int32]*geom.Mesh, d Drawing) *topView {
	v := &topView{objects: objects, meshes: meshes, drawing: d, offsets: make([]int, len(objects)), parts: make([][]outlinePart, len(objects))}
	for i := range v.offsets {
		v.offsets[i], v.parts[i] = -1, outlineParts(&objects[i])
	}
	places := PlacesOf(columns)
	for i := range objects {
		switch objects[i].Kind {
		case record.Body:
			v.offsets[i] = places.Body(i)
		case record.Mover:
			v.offsets[i] = places.Of(i, "x", 3)
		}
		if v.offsets[i] >= 0 {
			v.tracks = append(v.tracks, track{object: int32(i), skids: reconstruct.NewSkidMarks(objects, int32(i))})
		}
	}
	return v
}

// Observe adds a frame; frames come in order. That behind the end of the drawing is for the impacts of its step that
// are before it.
func (v *topView) Observe(f *record.Frame) {
	hit := false
	for _, e := range f.Events {
		if e.Kind == record.Impact && !v.drawing.over(e.Time) {
			hit = hit || len(v.impacts) == 0
			e.Points = append([]record.Point(nil), e.Points...)
			v.impacts = append(v.impacts, e)
		}
	}
	if f.Time < v.drawing.From-roundedTime || v.drawing.over(f.Time) {
		return
	}
	due := f.Time >= v.next-roundedTime
	if due {
		v.next = math.Max(v.next, f.Time) + v.drawing.Every
	}
	for i := range v.tracks {
		t := &v.tracks[i]
		t.last = v.pose(t.object, f)
		if v.drawing.Last {
			t.path, t.outlines = append(t.path[:0], t.last.P), append(t.outlines[:0], outline{t.last, true})
			continue
		}
		t.skids.Frame(f, t.last)
		if n := len(t.path); n == 0 || t.path[n-1].Sub(t.last.P).Len() > 0.05 {
			t.path = append(t.path, t.last.P)
		}
		if due || hit {
			t.outlines = append(t.outlines, outline{t.last, hit || len(t.outlines) == 0})
		}
	}
}

func (v *topView) pose(object int32, f *record.Frame) geom.Transform {
	p := f.Values[v.offsets[object]:]
	t := geom.Transform{P: geom.Vec{X: p[0], Y: p[1], Z: p[2]}, Q: geom.IdentityQuat()}
	if v.objects[object].Kind == record.Body {
		t.Q = geom.Quat{W: p[3], V: geom.Vec{X: p[4], Y: p[5], Z: p[6]}}
	}
	return t
}

// palette gives colours to objects that name none.
var palette = []string{"#c0392b", "#2471a3", "#1e8449", "#b7950b", "#7d3c98", "#ca6f1e", "#117a65", "#5d6d7e"}

const pictureWidth = 960.0 // [px]

// WriteSVG writes the picture.
func (v *topView) WriteSVG(out io.Writer) error {
	w := bufio.NewWriter(out)
	area := v.area()
	size := area.Size()
	scale := pictureWidth / size.X
	height := size.Y * scale
	px := func(p geom.Vec) (float64, float64) {
		return (p.X - area.Min.X) * scale, (area.Max.Y - p.Y) * scale
	}
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="sans-serif" font-size="13">`+"\n", pictureWidth, height)
	fmt.Fprintf(w, "<desc>%s</desc>\n", &v.drawing)
	fmt.Fprintf(w, `<rect width="%.0f" height="%.0f" fill="#f7f7f4"/>`+"\n", pictureWidth, height)
	v.drawStatics(w, area, px)
	v.drawSkids(w, scale, px)
	for i := range v.tracks {
		if len(v.tracks[i].path) > 0 {
			v.drawTrack(w, &v.tracks[i], px)
		}
	}
	v.drawImpacts(w, area, px)
	v.drawLegend(w, scale, height)
	fmt.Fprintln(w, "</svg>")
	return w.Flush()
}

// area returns what the picture shows: all paths with some room around them, at most twice as high as wide.
func (v *topView) area() geom.AABB {
	a, empty := geom.EmptyAABB(), true
	for i := range v.tracks {
		for _, p := range v.tracks[i].path {
			a, empty = a.Union(geom.AABB{Min: p, Max: p}), false
		}
	}
	if empty {
		a = geom.AABB{}
	}
	room := math.Max(4, 0.06*a.Size().MaxAbs())
	a = a.Grow(room)
	for s := a.Size(); s.X < 0.8*s.Y; s = a.Size() {
		a.Min.X -= 0.1 * s.Y
		a.Max.X += 0.1 * s.Y
	}
	for s := a.Size(); s.Y < 0.25*s.X; s = a.Size() {
		a.Min.Y -= 0.02 * s.X
		a.Max.Y += 0.02 * s.X
	}
	return a
}

func (v *topView) drawStatics(w io.Writer, area geom.AABB, px func(geom.Vec) (float64, float64)) {
	area.Min.Z, area.Max.Z = math.Inf(-1), math.Inf(1)
	fmt.Fprint(w, `<path fill="none" stroke="#9a9a92" stroke-width="1" d="`)
	for _, l := range StaticLines(v.objects, v.meshes) {
		box := geom.AABBOf(l[0], l[1])
		if !box.Overlaps(&area) {
			continue
		}
		x1, y1 := px(l[0])
		x2, y2 := px(l[1])
		fmt.Fprintf(w, "M%.1f %.1fL%.1f %.1f", x1, y1, x2, y2)
	}
	fmt.Fprintln(w, `"/>`)
}

// StaticLines returns the lines that represent the statics of a run from above: edges of meshes that are not flat, and
// outlines of shapes. Planes have none.
func StaticLines(objects []record.Object, meshes map[int32]*geom.Mesh) [][2]geom.Vec {
	var list [][2]geom.Vec
	for i := range objects {
		o := &objects[i]
		if m := meshes[int32(i)]; m != nil {
			list = append(list, meshLines(m)...)
			continue
		}
		if o.Kind != record.Static {
			continue
		}
		for _, c := range Outlines(o, geom.Transform{P: o.Position, Q: o.Attitude}) {
			for k := range c {
				list = append(list, [2]geom.Vec{c[k], c[(k+1)%len(c)]})
			}
		}
	}
	return list
}

func meshLines(m *geom.Mesh) [][2]geom.Vec {
	var list [][2]geom.Vec
	for t := range m.Tris {
		tri := m.Triangle(int32(t))
		c := [4]geom.Vec{tri.A, tri.B, tri.C, tri.A}
		for e, info := range m.Edges[t] {
			if info.Kind != geom.EdgeFlat && (info.Neighbor < 0 || int32(t) < info.Neighbor) {
				list = append(list, [2]geom.Vec{c[e], c[e+1]})
			}
		}
	}
	return list
}

// Outlines returns the outlines of an object at a pose seen from above, each counter-clockwise: one for each part.
// Meshes, planes and movers have none.
func Outlines(o *record.Object, pose geom.Transform) [][]geom.Vec {
	if o.Shape == "box" {
		return [][]geom.Vec{boxAbove(o, pose)}
	}
	var list [][]geom.Vec
	parts := outlineParts(o)
	for i := range parts {
		list = append(list, parts[i].outline(pose))
	}
	return list
}

// corners returns the corners of an object's box half-way up its height in its own frame.
func corners(o *record.Object, pose geom.Transform) [4]geom.Vec {
	var c [4]geom.Vec
	for k, s := range [4][2]float64{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}} {
		c[k] = pose.Apply(o.Offset.Add(geom.Vec{X: s[0] * o.Half.X, Y: s[1] * o.Half.Y}))
	}
	return c
}

// boxAbove returns the outline of an object's box as seen from above, also of one that lies on its side.
func boxAbove(o *record.Object, pose geom.Transform) []geom.Vec {
	c := corners(o, pose)
	up := pose.Q.Rotate(geom.Vec{Z: o.Half.Z})
	var all []geom.Vec
	for _, p := range c {
		all = append(all, p.Add(up), p.Sub(up))
	}
	return hullAbove(all)
}

// tyreWidth is the width at which skid marks are drawn [m].
const tyreWidth = 0.2

func (v *topView) drawSkids(w io.Writer, scale float64, px func(geom.Vec) (float64, float64)) {
	for i := range v.tracks {
		for _, m := range v.tracks[i].skids.Marks() {
			fmt.Fprintf(w, `<path fill="none" stroke="#222" stroke-opacity="0.45" stroke-width="%.1f" d="`, math.Max(1, tyreWidth*scale))
			for k, p := range m.Points {
				x, y := px(geom.Vec{X: p[0], Y: p[1], Z: p[2]})
				fmt.Fprintf(w, "%c%.1f %.1f", "ML"[min(k, 1)], x, y)
			}
			fmt.Fprintln(w, `"/>`)
		}
	}
}

// skidded reports whether there are skid marks.
func (v *topView) skidded() bool {
	return slices.ContainsFunc(v.tracks, func(t track) bool { return len(t.skids.Marks()) > 0 })
}

func (v *topView) drawTrack(w io.Writer, t *track, px func(geom.Vec) (float64, float64)) {
	o := &v.objects[t.object]
	color := v.color(t.object)
	fmt.Fprintf(w, `<path fill="none" stroke="%s" stroke-width="1.5" stroke-dasharray="5 3" d="`, color)
	for i, p := range t.path {
		x, y := px(p)
		fmt.Fprintf(w, "%c%.1f %.1f", "ML"[min(i, 1)], x, y)
	}
	fmt.Fprintln(w, `"/>`)
	for _, l := range append(t.outlines, outline{t.last, true}) {
		fill, opacity := "none", 0.35
		if l.strong {
			fill, opacity = color, 0.9
		}
		if parts := v.parts[t.object]; len(parts) > 0 {
			drawParts(w, parts, o, l.pose, px)
		} else if o.Kind == record.Mover {
			x, y := px(l.pose.P)
			x2, y2 := px(l.pose.P.Add(geom.Vec{X: o.Half.X, Y: -o.Half.Y}))
			fmt.Fprintf(w, `<ellipse cx="%.1f" cy="%.1f" rx="%.1f" ry="%.1f"`, x, y, x2-x, y2-y)
		} else {
			fmt.Fprint(w, `<path d="`)
			for k, p := range boxAbove(o, l.pose) {
				x, y := px(p)
				fmt.Fprintf(w, "%c%.1f %.1f", "ML"[min(k, 1)], x, y)
			}
			// The nose: a chevron from the front corners to a point between them.
			c := corners(o, l.pose)
			nx, ny := px(l.pose.Apply(o.Offset.Add(geom.Vec{X: 0.6 * o.Half.X})))
			ax, ay := px(c[0])
			bx, by := px(c[3])
			fmt.Fprintf(w, `ZM%.1f %.1fL%.1f %.1fL%.1f %.1f"`, ax, ay, nx, ny, bx, by)
		}
		fmt.Fprintf(w, ` fill="%s" fill-opacity="0.25" stroke="%s" stroke-opacity="%.2f" stroke-width="1.2"/>`+"\n", fill, color, opacity)
	}
}

// drawParts begins a path with the outlines of an object's parts, and a line from its centre of mass along its x axis.
func drawParts(w io.Writer, parts []outlinePart, o *record.Object, pose geom.Transform, px func(geom.Vec) (float64, float64)) {
	fmt.Fprint(w, `<path d="`)
	for i := range parts {
		for k, p := range parts[i].outline(pose) {
			x, y := px(p)
			fmt.Fprintf(w, "%c%.1f %.1f", "ML"[min(k, 1)], x, y)
		}
		fmt.Fprint(w, "Z")
	}
	x, y := px(pose.P)
	nx, ny := px(pose.Apply(geom.Vec{X: 0.6 * (o.Offset.X + o.Half.X)}))
	fmt.Fprintf(w, `M%.1f %.1fL%.1f %.1f"`, x, y, nx, ny)
}

func (v *topView) color(object int32) string { return ColorOf(v.objects, object) }

// ColorOf returns the color of an object in pictures, "#rrggbb": its own or, where it has none, one of a palette.
func ColorOf(objects []record.Object, i int32) string {
	if c := objects[i].Color; record.IsColor(c) {
		return c
	}
	return palette[int(i)%len(palette)]
}

// drawImpacts marks where the larger impacts in the area were, with an arrow along the impulse on A, its length by its
// size.
func (v *topView) drawImpacts(w io.Writer, area geom.AABB, px func(geom.Vec) (float64, float64)) {
	largest := 0.0
	for i := range v.impacts {
		largest = math.Max(largest, v.impacts[i].Impulse.Len())
	}
	for i := range v.impacts {
		e := &v.impacts[i]
		if e.Impulse.Len() < 0.01*largest || len(e.Points) == 0 {
			continue
		}
		p := e.Points[0].P
		if p.X < area.Min.X || p.X > area.Max.X || p.Y < area.Min.Y || p.Y > area.Max.Y {
			continue
		}
		x, y := px(p)
		d := e.Impulse.Scale(60 / largest)
		fmt.Fprintf(w, `<path d="M%.1f %.1fl%.1f %.1f" stroke="#111" stroke-width="1.5"/><circle cx="%.1f" cy="%.1f" r="2.5" fill="#111"/>`+"\n",
			x, y, d.X, -d.Y, x, y)
	}
}

func (v *topView) drawLegend(w io.Writer, scale, height float64) {
	// Names in lines, at about as much room for a letter as sans-serif takes.
	x, y := 14.0, 22.0
	for i := range v.tracks {
		o := v.tracks[i].object
		text := v.objects[o].Name
		room := 14 + 7.5*float64(utf8.RuneCountInString(text))
		if x > 14 && x+room > pictureWidth {
			x, y = 14, y+18
		}
		if y > 22+2*18 {
			fmt.Fprintf(w, `<text x="14" y="%.0f" fill="#333">… and %d more</text>`+"\n", y, len(v.tracks)-i)
			break
		}
		fmt.Fprintf(w, `<text x="%.0f" y="%.0f" fill="%s">%s</text>`+"\n", x, y, v.color(o), escape(text))
		x += room
	}
	length := 10.0
	for length*scale > 300 {
		length /= 2
	}
	fmt.Fprintf(w, `<path d="M14 %.0fh%.1f" stroke="#333" stroke-width="2"/><text x="14" y="%.0f" fill="#333">%g m</text>`+"\n",
		height-16, length*scale, height-22, length)
	outlines := fmt.Sprintf("outlines every %g s", v.drawing.Every)
	if v.drawing.Last {
		outlines = "outlines at the end"
	}
	if v.skidded() {
		outlines += "; grey bands: skid marks"
	}
	fmt.Fprintf(w, `<text x="%.0f" y="%.0f" fill="#333" text-anchor="end">%s; dots: impacts, with the impulse on the first body</text>`+"\n",
		pictureWidth-14, height-14, outlines)
}

func escape(s string) string {
	var b []byte
	for _, r := range s {
		switch r {
		case '&':
			b = append(b, "&amp;"...)
		case '<':
			b = append(b, "&lt;"...)
		case '>':
			b = append(b, "&gt;"...)
		default:
			b = append(b, string(r)...)
		}
	}
	return string(b)
}

// MeshesOf returns the meshes of a log's statics by the indices of their objects, from the scenario stored in it; none if
// this version cannot read it. Where files in the log are damaged they are those whose own files can be read, and damaged
// is called for each that is missing, with an error that wraps recorder.ErrDamaged.
func MeshesOf(r *recorder.Reader, damaged func(error)) map[int32]*geom.Mesh {
	s, err := scenariofile.FromLog(r)
	if err == nil {
		return s.Meshes()
	}
	if !errors.Is(err, recorder.ErrDamaged) {
		return nil
	}
	meshes := map[int32]*geom.Mesh{}
	objects := r.Header().Objects
	for i := range objects {
		o := &objects[i]
		if o.Kind != record.Static || o.Shape != "mesh" {
			continue
		}
		if o.Asset == "" { // a height field
			damaged(fmt.Errorf("%s: its heights are in the scenario, and %w", o.Name, err))
			continue
		}
		data, err := r.Asset(o.Asset)
		if errors.Is(err, recorder.ErrDamaged) {
			damaged(err)
		}
		if err != nil {
			continue
		}
		m, err := meshio.Read(o.Asset, bytes.NewReader(data), r.Asset)
		if errors.Is(err, recorder.ErrDamaged) { // of a file beside it
			damaged(err)
		}
		if err == nil && o.Scale != nil {
			var at geom.Placement
			if at, err = meshio.Placement(o.Asset, o.Up, *o.Scale, o.Pose()); err == nil {
				m, err = at.Mesh(m)
			}
		}
		if err == nil {
			meshes[int32(i)] = m
		}
	}
	return meshes
}

// DrawLog writes the top view of a log as SVG. Impacts before its start time are marked, too. Meshes come from the
// scenario stored in the log; they are left out if this version cannot read it.
// damaged is told of each part of the log that cannot be read, over which paths are straight, and of each mesh that is
// left out; without it, such a part is an error.
func DrawLog(w io.Writer, r *recorder.Reader, d Drawing, damaged func(error)) error {
	h := r.Header()
	var missing error
	meshes := MeshesOf(r, func(err error) {
		if damaged != nil {
			damaged(err)
		} else if missing == nil {
			missing = err
		}
	})
	if missing != nil {
		return missing
	}
	v := newTopView(h.Objects, h.Columns, meshes, d)
	for f, err := range r.Frames(0, r.Steps()) {
		if err != nil && damaged != nil && errors.Is(err, recorder.ErrDamaged) {
			damaged(err)
			continue
		}
		if err != nil {
			return err
		}
		v.Observe(f)
		if d.over(f.Time) {
			break
		}
	}
	return v.WriteSVG(w)
}
