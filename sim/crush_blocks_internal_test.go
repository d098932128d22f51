package sim

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// plainBlocks is joinBlocks by a try of all pairs, of which each join changes the block of all that were in the second. It
// begins with the blocks of one static each.
func plainBlocks(w *World) (of []int32) {
	for s := range w.statics {
		of = append(of, int32(s))
	}
	for again := true; again; {
		again = false
		for i := range w.blocks {
			for j := i + 1; j < len(w.blocks); j++ {
				if w.blocks[i].members > 0 && w.blocks[j].members > 0 && w.joinBlock(i, j) {
					for s := range of {
						if of[s] == int32(j) {
							of[s] = int32(i)
						}
					}
					again, j = true, i
				}
			}
		}
	}
	return of
}

// TestBlock_EqualsATryOfAllPairs: bricks in random order, of which some are missing, of another material or turned, are in
// the blocks that a try of all pairs gives.
func TestBlock_EqualsATryOfAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 5))
	joined, alone := 0, 0
	for trial := range geomtest.Trials(200) {
		def := &Definition{Settings: Settings{Gravity: mgl64.Vec3{0, 0, -9.81}}, Materials: []Material{{}, {}}, Pairs: []MaterialPair{{Model: KudlichSlibar, CrushTime: 0.05}}}
		columns, rows, layers := 1+r.IntN(6), 1+r.IntN(4), 1+r.IntN(2)
		for _, k := range r.Perm(columns * rows * layers) {
			st := StaticDef{Half: mgl64.Vec3{0.5, 0.6, 0.4}, Position: mgl64.Vec3{float64(k % columns), 1.2 * float64(k/columns%rows), 0.8 * float64(k/columns/rows)}}
			switch r.IntN(15) {
			case 0:
				continue
			case 1:
				st.Material = 1
			case 2:
				st.Attitude = mgl64.QuatRotate(0.02*r.NormFloat64(), mgl64.Vec3{0, 0, 1})
			case 3:
				st.Half[0], st.Half[1] = 0.25, 0.3
			}
			def.Statics = append(def.Statics, st)
		}
		w, err := New(def)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]int32, len(w.statics))
		for s := range w.statics {
			got[s] = w.statics[s].block
			w.statics[s].block = int32(s)
			w.blocks[s] = block{members: 1, bounds: w.statics[s].bounds}
		}
		for s := range w.statics {
			w.blocks[s].outline.trace(w, int32(-1-s))
		}
		for s, want := range plainBlocks(w) {
			if got[s] != want {
				t.Fatalf("trial %d: static %d is of block %d, want %d", trial, s, got[s], want)
			}
			if int(want) != s {
				joined++
			} else if w.blocks[s].members == 1 {
				alone++
			}
		}
	}
	if joined < geomtest.Trials(1000) || alone < geomtest.Trials(100) {
		t.Errorf("%d statics are joined, %d alone", joined, alone)
	}
}
