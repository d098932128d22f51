package meshio

// gltfRaw has what the library's types do not show: a value that is missing or unknown is there the zero value, and
// lists of numbers have a fixed length.
type gltfRaw struct {
	Accessors []struct {
		ComponentType int
		Sparse        *struct{ Indices struct{ ComponentType int } }
	}
	Meshes []struct {
		Primitives []struct{ Mode *int }
	}
	Nodes []gltfRawNode
}

type gltfRawNode struct{ Matrix, Translation, Rotation, Scale []float64 }

// The component types of the format.
const (
	gltfByte   = 5120
	gltfUbyte  = 5121
	gltfShort  = 5122
	gltfUshort = 5123
	gltfUint   = 5125
	gltfFloat  = 5126
)

// sizeOf returns the bytes of a component, 0 for an unknown type.
func sizeOf(component int) int {
	switch component {
	case gltfByte, gltfUbyte:
		return 1
	case gltfShort, gltfUshort:
		return 2
	case gltfUint, gltfFloat:
		return 4
	}
	return 0
}

// checkRaw reports unknown modes, and lists that hold null, for which the rest of the reader need not look then.
func (p *gltfReader) checkRaw() {
	hasNull(p, "accessors", p.doc.Accessors)
	hasNull(p, "bufferViews", p.doc.BufferViews)
	hasNull(p, "buffers", p.doc.Buffers)
	hasNull(p, "nodes", p.doc.Nodes)
	hasNull(p, "scenes", p.doc.Scenes)
	if hasNull(p, "meshes", p.doc.Meshes) {
		return
	}
	same := len(p.raw.Accessors) == len(p.doc.Accessors) && len(p.raw.Nodes) == len(p.doc.Nodes) && len(p.raw.Meshes) == len(p.doc.Meshes)
	for i := 0; same && i < len(p.doc.Meshes); i++ {
		hasNull(p, "primitives", p.doc.Meshes[i].Primitives)
		same = len(p.raw.Meshes[i].Primitives) == len(p.doc.Meshes[i].Primitives)
		for k := 0; same && k < len(p.raw.Meshes[i].Primitives); k++ {
			if m := p.raw.Meshes[i].Primitives[k].Mode; m != nil && (*m < 0 || *m > 6) {
				p.add(0, "meshes[%d].primitives[%d].mode is %d: export it as triangles, 4", i, k, *m)
			}
		}
	}
	if !same {
		p.add(0, "a list stands twice in the file: export the mesh again")
	}
}

func hasNull[T any](p *gltfReader, name string, list []*T) (found bool) {
	for i, x := range list {
		if x == nil {
			p.add(0, "%s[%d] is null: export the mesh again", name, i)
			found = true
		}
	}
	return found
}
