package geom

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Every fan of a terrain with holes holds neighbours in counter-clockwise order, and a closed one all that touch the
// vertex.
func TestFan_WalksRoundTheVertex(t *testing.T) {
	r := rand.New(rand.NewPCG(97, 98))
	m := grid(12, 0.5, 11)
	m.Tris = slices.DeleteFunc(m.Tris, func(Tri) bool { return r.IntN(8) == 0 })
	for i, u := range m.Tris { // corners in any order
		k := r.IntN(3)
		m.Tris[i] = Tri{u[k], u[(k+1)%3], u[(k+2)%3]}
	}
	mustFinish(t, m)
	around := make([][]int32, len(m.Vertices))
	for i, u := range m.Tris {
		for _, v := range u {
			around[v] = append(around[v], int32(i))
		}
	}
	full, open, parts := 0, 0, 0
	for i, u := range m.Tris {
		for k, v := range u {
			fan, closed := m.Fan(int32(i), k, []int32{-7})
			fan = fan[1:]
			at := slices.Index(fan, int32(i))
			if at < 0 || closed && at != 0 {
				t.Fatalf("triangle %d corner %d: fan %v", i, k, fan)
			}
			for n, a := range fan {
				b := fan[(n+1)%len(fan)]
				if next := n+1 < len(fan) || closed; next != (follows(m, v, a, b) && len(fan) > 1) {
					t.Errorf("triangle %d corner %d: %d and %d in %v, closed %v", i, k, a, b, fan, closed)
				}
			}
			sorted := slices.Clone(fan)
			slices.Sort(sorted)
			if unique := slices.Compact(slices.Clone(sorted)); len(unique) != len(fan) {
				t.Errorf("fan %v repeats", fan)
			}
			switch whole := slices.Equal(sorted, around[v]); {
			case closed && !whole:
				t.Errorf("closed fan %v, but the vertex has %v", fan, around[v])
			case closed:
				full++
			case whole:
				open++
			default:
				parts++
			}
			spokes, round := m.Spokes(int32(i), k, nil)
			want := len(fan)
			if !closed {
				want++
			}
			if len(spokes) != want || round != closed {
				t.Errorf("%d spokes of a fan of %d, closed %v", len(spokes), len(fan), closed)
			}
			for n, a := range fan {
				c := spokes[n].Cross(spokes[(n+1)%len(spokes)])
				if c.Normalize().Sub(m.Planes[a].N).MaxAbs() > 1e-12 {
					t.Errorf("spokes %d and the next span %v, triangle %d has %v", n, c.Normalize(), a, m.Planes[a].N)
				}
			}
		}
	}
	if full < 200 || open < 200 || parts < 20 {
		t.Errorf("%d closed, %d open, %d in parts: too easy", full, open, parts)
	}
}

// follows reports whether triangle b lies across the edge of a that enters vertex v.
func follows(m *Mesh, v, a, b int32) bool {
	for k := range 3 {
		for l := range 3 {
			if m.Tris[a][k] == v && m.Tris[b][l] == v && m.Tris[a][(k+2)%3] == m.Tris[b][(l+1)%3] {
				return true
			}
		}
	}
	return false
}

// The corner of a cube seen from any of its triangles: its spokes are the edges and diagonals there, and the direction
// out of the corner is in its Voronoi region, that along an edge is not.
func TestSpokes_OfACube(t *testing.T) {
	m := mustFinish(t, cube())
	for i, u := range m.Tris {
		for k, v := range u {
			spokes, closed := m.Spokes(int32(i), k, nil)
			if !closed || len(spokes) < 3 || len(spokes) > 6 {
				t.Fatalf("triangle %d corner %d: %d spokes, closed %v", i, k, len(spokes), closed)
			}
			out := m.Vertices[v].Sub(Vec{0.5, 0.5, 0.5})
			for _, s := range spokes {
				if out.Dot(s) >= 0 {
					t.Errorf("corner %v: spoke %v", m.Vertices[v], s)
				}
			}
			if slices.ContainsFunc(spokes, func(s Vec) bool { return s.Dot(spokes[0]) > 0 }) == false {
				t.Error("a direction along an edge is in the region")
			}
		}
	}
}

func TestFan_DoesNotAllocate(t *testing.T) {
	m := mustFinish(t, grid(4, 0.5, 1))
	fan, spokes := make([]int32, 0, 16), make([]Vec, 0, 16)
	if n := testing.AllocsPerRun(100, func() {
		fan, _ = m.Fan(9, 1, fan[:0])
		spokes, _ = m.Spokes(9, 1, spokes[:0])
	}); n != 0 || len(fan) < 2 {
		t.Errorf("%v allocations, %d triangles", n, len(fan))
	}
}
