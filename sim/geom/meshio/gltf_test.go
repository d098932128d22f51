package meshio

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/qmuntal/gltf"

	"github.com/prang-sim/prang/sim/geom"
)

// floats and ushorts are their bytes in a buffer.
func floats(x ...float32) (b []byte) {
	for _, v := range x {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

func ushorts(x ...uint16) (b []byte) {
	for _, v := range x {
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	return b
}

func dataURI(b []byte) string {
	return "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(b)
}

// wedgeBuffer is the wedge's four positions at byte 0 and its six indices at byte 48.
var wedgeBuffer = append(floats(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0.25), ushorts(0, 1, 2, 0, 2, 3)...)

// wedgeGLTF is the wedge as a text file; a replacer changes what a test is about.
var wedgeGLTF = `{
"asset": {"version": "2.0", "generator": "by hand"},
"scene": 0,
"scenes": [{"nodes": [0]}],
"nodes": [{"name": "a", "mesh": 0}],
"meshes": [{"primitives": [{"attributes": {"NORMAL": 7, "POSITION": 0}, "indices": 1, "material": 3}]}],
"accessors": [
 {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
 {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"}],
"bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12}],
"buffers": [{"byteLength": 60, "uri": "` + dataURI(wedgeBuffer) + `"}],
"cameras": [{"type": "perspective", "perspective": {"yfov": 1, "znear": 1}}],
"skins": [{"joints": [0]}], "animations": [{"channels": [], "samplers": []}], "extensionsUsed": ["ANY_thing"], "extras": {"a": [1, null]}
}`

// changed returns wedgeGLTF with each odd string, which must be there, replaced by the next.
func changed(t *testing.T, pairs ...string) string {
	t.Helper()
	text := wedgeGLTF
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("%q is not in the file", pairs[i])
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	return text
}

const (
	positionsView = `"bufferViews": [{"buffer": 0, "byteLength": 48}`
	positions     = `{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"}`
	indices       = `{"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"}`
	bothViews     = positionsView + `, {"buffer": 0, "byteOffset": 48, "byteLength": 12}]`
	node0         = `{"name": "a", "mesh": 0}`
)

var wedgeURI = dataURI(wedgeBuffer)

// glb returns a binary file of the JSON text and chunk.
func glb(text string, chunk []byte) []byte {
	text += strings.Repeat(" ", -len(text)&3)
	b := binary.LittleEndian.AppendUint32([]byte(glbMagic+"\x02\x00\x00\x00"), uint32(12+8+len(text)+8+len(chunk)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
	b = append(append(b, "JSON"...), text...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(chunk)))
	return append(append(b, "BIN\x00"...), chunk...)
}

func wedgeGLB(t *testing.T) []byte {
	return glb(changed(t, `, "uri": "`+wedgeURI+`"`, ""), append(slices.Clone(wedgeBuffer), 0, 0, 0, 0))
}

func TestReadGLTF_EveryWayToTheSameMesh(t *testing.T) {
	uintIndices := []byte("\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00")
	buffer := func(b ...[]byte) string {
		all := bytes.Join(b, nil)
		return fmt.Sprintf(`{"byteLength": %d, "uri": "%s"}`, len(all), dataURI(all))
	}
	was := `{"byteLength": 60, "uri": "` + wedgeURI + `"}`
	for what, text := range map[string]string{
		"as it is":               wedgeGLTF,
		"BOM":                    "\xef\xbb\xbf" + wedgeGLTF,
		"base64 without padding": changed(t, wedgeURI, strings.TrimRight(dataURI(append(slices.Clone(wedgeBuffer), 9)), "=")),
		"binary":                 string(wedgeGLB(t)),
		"mode 4":                 changed(t, `"indices": 1`, `"indices": 1, "mode": 4`),
		"first scene":            changed(t, `"scene": 0,`, ""),
		"no scenes":              changed(t, `"scene": 0,`, "", `"scenes": [{"nodes": [0]}],`, ""),
		"second scene":           changed(t, `"scene": 0,`, `"scene": 1,`, `[{"nodes": [0]}]`, `[{}, {"nodes": [0]}]`),
		"nested, roots by search": changed(t, `"scene": 0,`, "", `"scenes": [{"nodes": [0]}],`, "",
			node0, node0+`, {"children": [0]}`),
		"indices of 1 byte": changed(t, was, buffer(wedgeBuffer[:48], []byte{0, 1, 2, 0, 2, 3}), "5123", "5121", `"byteLength": 12`, `"byteLength": 6`),
		"indices of 4 bytes, an offset": changed(t, was, buffer(wedgeBuffer[:48], uintIndices), "5123", "5125",
			`"byteOffset": 48, "byteLength": 12`, `"byteOffset": 40, "byteLength": 32`, `{"bufferView": 1, `, `{"bufferView": 1, "byteOffset": 8, `),
		"no indices": changed(t, `, "indices": 1`, "", `"count": 4`, `"count": 6`, `"byteLength": 48}`, `"byteLength": 72}`,
			was, buffer(floats(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0.25))),
		"interleaved": changed(t, was, buffer(floats(8, 0, 0, 0, 9, 1, 0, 0, 8, 1, 1, 0, 9, 0, 1, 0.25), wedgeBuffer[48:]),
			bothViews, `"bufferViews": [{"buffer": 0, "byteLength": 64, "byteStride": 16}, {"buffer": 0, "byteOffset": 64, "byteLength": 12}]`,
			`{"bufferView": 0, `, `{"bufferView": 0, "byteOffset": 4, `),
		"bytes, scaled": changed(t, was, buffer([]byte("\x00\x00\x00m\x04\x00\x00m\x04\x04\x00m\x00\x04\x01m"), wedgeBuffer[48:]), "5126", "5120",
			bothViews, `"bufferViews": [{"buffer": 0, "byteLength": 16, "byteStride": 4}, {"buffer": 0, "byteOffset": 16, "byteLength": 12}]`,
			node0, `{"mesh": 0, "scale": [0.25, 0.25, 0.25]}`),
		"shorts, scaled and moved": changed(t, was, buffer(ushorts(0xfffc, 0, 2, 9, 0, 0, 2, 9, 0, 4, 2, 9, 0xfffc, 4, 3, 9), wedgeBuffer[48:]), "5126", "5122",
			bothViews, `"bufferViews": [{"buffer": 0, "byteLength": 32, "byteStride": 8}, {"buffer": 0, "byteOffset": 32, "byteLength": 12}]`,
			node0, `{"mesh": 0, "scale": [0.25, 0.25, 0.25], "translation": [1, 0, -0.5]}`),
		"sparse positions": changed(t, was, buffer(floats(0, 0, 0, 7, 7, 7, 1, 1, 0, 7, 7, 7), wedgeBuffer[48:], floats(1, 0, 0, 0, 1, 0.25), []byte{1, 3}),
			`"count": 4`, `"count": 4, "sparse": {"count": 2, "indices": {"bufferView": 3, "componentType": 5121}, "values": {"bufferView": 2}}`,
			`"byteLength": 12}]`, `"byteLength": 12}, {"buffer": 0, "byteOffset": 60, "byteLength": 24}, {"buffer": 0, "byteOffset": 84, "byteLength": 2}]`),
		"sparse indices on zeros": changed(t, was, buffer(wedgeBuffer[:48], ushorts(1, 2, 4, 5, 1, 2, 2, 3)),
			indices, `{"componentType": 5123, "count": 6, "type": "SCALAR", "sparse": {"count": 4, "indices": {"bufferView": 1, "componentType": 5123}, `+
				`"values": {"bufferView": 1, "byteOffset": 8}}}`, `"byteLength": 12`, `"byteLength": 16`),
		"points and lines beside it": changed(t, `"primitives": [`, `"primitives": [{"mode": 0, "attributes": {"POSITION": 99}}, {"mode": 3, "attributes": {}}, `),
		"harmless extensions":        changed(t, `"extensionsUsed"`, `"extensionsRequired": ["KHR_mesh_quantization", "KHR_texture_transform", "KHR_materials_unlit"], "extensionsUsed"`),
		"skin, weights, camera":      changed(t, node0, `{"mesh": 0, "skin": 0, "camera": 0, "weights": [1]}`, `, "material"`, `, "targets": [{"POSITION": 9}], "material"`),
	} {
		m, err := ReadGLTF("a.gltf", strings.NewReader(text), nil)
		wantWedge(t, what, m, err)
	}
}

func TestReadGLTF_NormalizedComponents(t *testing.T) {
	for component, c := range map[int]struct {
		bytes string
		want  [3]float64
	}{
		gltfByte:   {"\x80\x81\x40", [3]float64{-1, -1, 64.0 / 127}},
		gltfUbyte:  {"\x00\xff\x33", [3]float64{0, 1, 0.2}},
		gltfShort:  {"\x00\x80\x01\x80\x00\x40", [3]float64{-1, -1, 16384.0 / 32767}},
		gltfUshort: {"\x00\x00\xff\xff\x33\x33", [3]float64{0, 1, 0.2}},
	} {
		s := gltfItems{data: []byte(c.bytes), n: 3, component: component, size: sizeOf(component), normalized: true}
		for i, want := range c.want {
			if got := s.component1(0, i); got != want {
				t.Errorf("%d: component %d is %v, want %v", component, i, got, want)
			}
		}
	}
}

// corners returns the triangles of a mesh by position.
func corners(m *geom.Mesh) (list []geom.Triangle) {
	for i := range m.Tris {
		list = append(list, m.Triangle(int32(i)))
	}
	return list
}

func TestReadGLTF_StripsAndFans(t *testing.T) {
	// Six points of two rows: 0 2 4 above 1 3 5.
	p := [6]geom.Vec{{Y: 1}, {}, {X: 1, Y: 1}, {X: 1}, {X: 2, Y: 1}, {X: 2}}
	var b []byte
	for _, v := range p {
		b = append(b, floats(float32(v.X), float32(v.Y), float32(v.Z))...)
	}
	b = append(b, ushorts(0, 1, 2, 3, 3, 4, 4, 5, 3)...)
	text := changed(t, wedgeURI, dataURI(b), `"byteLength": 60`, `"byteLength": 90`, `"count": 4`, `"count": 6`, `"byteLength": 48}`, `"byteLength": 72}`,
		`"byteOffset": 48, "byteLength": 12`, `"byteOffset": 72, "byteLength": 18`, `"count": 6, "type": "SCALAR"`, `"count": 9, "type": "SCALAR"`)
	tri := func(a, b, c int) geom.Triangle { return geom.Triangle{A: p[a], B: p[b], C: p[c]} }
	for _, c := range []struct {
		from, to string
		want     []geom.Triangle
	}{
		{`, "indices": 1`, `, "mode": 5`, []geom.Triangle{tri(0, 1, 2), tri(1, 3, 2), tri(2, 3, 4), tri(3, 5, 4)}},
		// 3 3 4, 3 4 4 and 4 4 5 have no area and are left out; triangle 6, even, is 4 5 3.
		{`"indices": 1`, `"indices": 1, "mode": 5`, []geom.Triangle{tri(0, 1, 2), tri(1, 3, 2), tri(4, 5, 3)}},
	} {
		m, err := ReadGLTF("a.gltf", strings.NewReader(strings.Replace(text, c.from, c.to, 1)), nil)
		if err != nil || !slices.Equal(corners(m), c.want) {
			t.Errorf("%s: %v %v, want %v", c.to, m, err, c.want)
		}
	}
	m, err := ReadGLTF("a.gltf", strings.NewReader(changed(t, `, "indices": 1`, `, "mode": 6`)), nil)
	a, b2, c, d := geom.Vec{}, geom.Vec{X: 1}, geom.Vec{X: 1, Y: 1}, geom.Vec{Y: 1, Z: 0.25}
	if want := []geom.Triangle{{A: b2, B: c, C: a}, {A: c, B: d, C: a}}; err != nil || !slices.Equal(corners(m), want) {
		t.Errorf("fan: %v %v, want %v", m, err, want)
	}
}

func TestReadGLTF_TransformsOfNodes(t *testing.T) {
	a, b, c := geom.Vec{}, geom.Vec{X: 1}, geom.Vec{X: 1, Y: 1}
	for what, x := range map[string]struct {
		nodes string
		want  geom.Triangle // the first
	}{
		"translation": {`{"mesh": 0, "translation": [10, 20, 30]}`,
			geom.Triangle{A: geom.Vec{X: 10, Y: 20, Z: 30}, B: geom.Vec{X: 11, Y: 20, Z: 30}, C: geom.Vec{X: 11, Y: 21, Z: 30}}},
		"scale, then half a turn about z, then translation": {`{"mesh": 0, "translation": [10, 0, 0], "rotation": [0, 0, 1, 0], "scale": [2, 3, 4]}`,
			geom.Triangle{A: geom.Vec{X: 10}, B: geom.Vec{X: 8}, C: geom.Vec{X: 8, Y: -3}}},
		"quaternion of length 2: x to y to z to x": {`{"mesh": 0, "rotation": [1, 1, 1, 1]}`, geom.Triangle{A: a, B: geom.Vec{Y: 1}, C: geom.Vec{Y: 1, Z: 1}}},
		"matrix, by columns: x to 2 y, y to 3 z, z to x": {`{"mesh": 0, "matrix": [0, 2, 0, 0, 0, 0, 3, 0, 1, 0, 0, 0, 5, 6, 7, 1]}`,
			geom.Triangle{A: geom.Vec{X: 5, Y: 6, Z: 7}, B: geom.Vec{X: 5, Y: 8, Z: 7}, C: geom.Vec{X: 5, Y: 8, Z: 10}}},
		"mirrored: corners go round the other way": {`{"mesh": 0, "scale": [-1, 1, 1]}`, geom.Triangle{A: a, B: geom.Vec{X: -1, Y: 1}, C: geom.Vec{X: -1}}},
		"mirrored twice":              {`{"mesh": 0, "scale": [-1, -1, 1]}`, geom.Triangle{A: a, B: geom.Vec{X: -1}, C: geom.Vec{X: -1, Y: -1}}},
		"child: moved, then scaled":   {`{"children": [1], "scale": [2, 2, 2]}, {"mesh": 0, "translation": [1, 0, 0]}`, geom.Triangle{A: geom.Vec{X: 2}, B: geom.Vec{X: 4}, C: geom.Vec{X: 4, Y: 2}}},
		"child mirrors, parent moves": {`{"children": [1], "translation": [0, 0, 1]}, {"mesh": 0, "scale": [1, 1, -1]}`, geom.Triangle{A: a.Add(geom.Vec{Z: 1}), B: c.Add(geom.Vec{Z: 1}), C: b.Add(geom.Vec{Z: 1})}},
	} {
		m, err := ReadGLTF("a.gltf", strings.NewReader(changed(t, node0, x.nodes)), nil)
		if err != nil || m.Triangle(0) != x.want {
			t.Errorf("%s: %v %v, want %v", what, m, err, x.want)
		}
	}
}

func TestReadGLTF_InstancesInOrderOfTheScene(t *testing.T) {
	text := changed(t, node0, `{"children": [2, 1]}, {"mesh": 0, "translation": [5, 0, 0]}, {"mesh": 0, "children": [3]}, {"mesh": 0, "translation": [0, 1, 0]}, {"mesh": 0}`)
	m, err := ReadGLTF("a.gltf", strings.NewReader(text), nil)
	if err != nil || len(m.Tris) != 6 {
		t.Fatalf("%v %v", m, err)
	}
	for i, want := range []geom.Vec{{}, {Y: 1}, {X: 5}} {
		if got := m.Triangle(int32(2 * i)).A; got != want {
			t.Errorf("instance %d begins at %v, want %v", i, got, want)
		}
	}
	// (1 1 0) of the first is (1 0 0) of the second, which is moved along y by 1; the others are new.
	if len(m.Vertices) != 11 {
		t.Errorf("%d vertices: equal positions are to be one", len(m.Vertices))
	}
}

func TestReadGLTF_NamesPlaceAndRemedy(t *testing.T) {
	whole := string(wedgeGLB(t))
	for _, c := range []struct{ data, want string }{
		{"", "bad.gltf:1: unexpected end of JSON input: it is no JSON or is cut off"},
		{"{\n\n\"asset\": x}", "bad.gltf:3: invalid character 'x'"},
		{"{}", `bad.gltf: asset.version is "": export the mesh as glTF 2.0`},
		{changed(t, "2.0", "1.0"), `bad.gltf: asset.version is "1.0"`},
		{changed(t, `"version": "2.0"`, `"version": "2.1", "minVersion": "2.1"`), `bad.gltf: asset.minVersion is "2.1"`},
		{changed(t, `"scene"`, `"extensionsRequired": ["KHR_draco_mesh_compression"], "scene"`), "bad.gltf: extensionsRequired[0]: KHR_draco_mesh_compression is not read: export the mesh without it"},
		{changed(t, `"scene"`, `"extensionsRequired": ["KHR_materials_unlit", "EXT_mesh_gpu_instancing"], "scene"`), "bad.gltf: extensionsRequired[1]: EXT_mesh_gpu_instancing"},
		{changed(t, `"scene": 0`, `"scene": "x"`), "bad.gltf: json: cannot unmarshal"},
		{changed(t, `"scene": 0`, `"scene": 1`), "bad.gltf: scenes[1] is not there, the file has 1"},
		{changed(t, node0, "null"), "bad.gltf: nodes[0] is null: export"},
		{changed(t, `"primitives": [`, `"primitives": [null, `), "bad.gltf: primitives[0] is null"},
		{changed(t, `"indices": 1`, `"indices": 1, "mode": 7`), "bad.gltf: meshes[0].primitives[0].mode is 7"},
		{changed(t, `{"nodes": [0]}`, `{"nodes": [1]}`), "bad.gltf: nodes[1] is not there, the file has 1"},
		{changed(t, `{"nodes": [0]}`, `{"nodes": [0, 0]}`), "bad.gltf: nodes[0] stands at two places of the scene"},
		{changed(t, node0, `{"mesh": 0, "children": [0]}`), "bad.gltf: nodes[0] stands at two places"},
		{changed(t, node0, `{"mesh": 4}`), "bad.gltf: nodes[0]: meshes[4] is not there, the file has 1"},
		{changed(t, node0, `{}`), "bad.gltf: the mesh has no triangles: no node of the scene shows any"},
		{changed(t, node0, `{"mesh": 0, "matrix": [1]}`), "bad.gltf: nodes[0]: matrix has not 16 numbers"},
		{changed(t, node0, `{"mesh": 0, "scale": [1, 1, 1], "matrix": [1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}`), "bad.gltf: nodes[0]: it has a matrix and also"},
		{changed(t, node0, `{"mesh": 0, "matrix": [1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]}`), "bad.gltf: nodes[0]: the last row of matrix is not 0 0 0 1"},
		{changed(t, node0, `{"mesh": 0, "translation": [1, 2]}`), "bad.gltf: nodes[0]: translation and scale have 3 numbers"},
		{changed(t, node0, `{"mesh": 0, "rotation": [0, 0, 0, 0]}`), "bad.gltf: nodes[0]: rotation is no unit quaternion"},
		{changed(t, node0, `{"mesh": 0, "scale": [1, 0, 0]}`), "bad.gltf: nodes[0], meshes[0].primitives[0], triangle 0: the triangle has no area"},
		{changed(t, node0, `{"mesh": 0, "translation": [1e13, 0, 0]}`), "bad.gltf: nodes[0], meshes[0].primitives[0], triangle 0: a coordinate is not finite or beyond 1e12 m"},
		{changed(t, "POSITION", "POSITIONS"), "bad.gltf: nodes[0], meshes[0].primitives[0]: it has no POSITION"},
		{changed(t, `"POSITION": 0`, `"POSITION": 2`), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[2] is not there, the file has 2"},
		{changed(t, `"POSITION": 0`, `"POSITION": 1`), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[1] has the wrong type: positions are VEC3"},
		{changed(t, `"indices": 1`, `"indices": 0`), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0] has the wrong type"},
		{changed(t, `VEC3`, `VEC4`), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0] has the wrong type"},
		{changed(t, `VEC3`, `VEC5`), "bad.gltf: gltf: unknown accessor's type: VEC5"},
		{changed(t, "5123", "5122"), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[1]: indices of componentType 5122"},
		{changed(t, "5126", "5130"), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: componentType 5130 is unknown"},
		{changed(t, `"componentType": 5126, `, ""), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: componentType 0 is unknown"},
		{changed(t, `"componentType": 5126`, `"componentType": 5126, "normalized": true`), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: only whole numbers"},
		{changed(t, "5126", "5122"), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: elements of 6 bytes need a byteStride"},
		{changed(t, `"count": 4`, `"count": 5`), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: 5 elements do not fit into bufferViews[0]"},
		{changed(t, `"count": 4`, `"count": 2147483647`), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: 2147483647 elements"},
		{changed(t, `"count": 4`, `"count": -1`), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: count is -1"},
		{changed(t, `"count": 4`, `"count": 3`), "bad.gltf: nodes[0], meshes[0].primitives[0]: index 5 is 3: a vertex index is out of range: there are 3 positions"},
		{changed(t, `"count": 6`, `"count": 5`), "bad.gltf: nodes[0], meshes[0].primitives[0]: 5 corners give no whole number of triangles"},
		{changed(t, `{"bufferView": 0, `, `{`), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: it has no bufferView: export the mesh without compression"},
		{changed(t, `{"bufferView": 0, `, `{"bufferView": 2, `), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: bufferViews[2] is not there"},
		{changed(t, `"byteLength": 48}`, `"byteLength": 48, "byteStride": 8}`), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: elements of 12 bytes do not fit into the byteStride"},
		{changed(t, `"byteOffset": 48`, `"byteOffset": 49`), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[1]: bufferViews[1] goes beyond the 60 bytes"},
		{changed(t, `"byteOffset": 48`, `"byteOffset": -1`), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[1]: bufferViews[1] goes beyond"},
		{changed(t, `{"bufferView": 0, `, `{"bufferView": 0, "byteOffset": 49, `), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: bufferViews[0] has no bytes at offset 49"},
		{changed(t, positionsView, `"bufferViews": [{"buffer": 1, "byteLength": 48}`), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: buffers[1] is not there"},
		{changed(t, `"byteLength": 60`, `"byteLength": 61`), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: buffers[0]: byteLength is 61, but there are 60 bytes"},
		{changed(t, ";base64", ""), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: buffers[0]: its data uri is not in base64"},
		{changed(t, ";base64,", ";base64,?"), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: buffers[0]: its data uri: illegal base64"},
		{changed(t, `, "uri": "`+wedgeURI+`"`, ""), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: buffers[0]: it has no uri"},
		{changed(t, wedgeURI, "a.bin"), `bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: buffers[0]: no files can be opened here, as its uri "a.bin" asks for: embed`},
		{changed(t, `"count": 4`, `"count": 4, "sparse": {"count": 5}`), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: sparse.count is 5 of 4"},
		{changed(t, `"count": 4`, `"count": 4, "sparse": {"count": 1}`), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: sparse.indices.componentType is 0"},
		{changed(t, `"count": 4`, `"count": 4, "sparse": {"count": 4, "indices": {"bufferView": 1, "componentType": 5123}, "values": {"bufferView": 0}}`),
			"bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: sparse index 3 is 0, of 4 elements in ascending order"},
		{changed(t, `"count": 4`, `"count": 4, "sparse": {"count": 1, "indices": {"bufferView": 1, "byteOffset": 10, "componentType": 5125}, "values": {"bufferView": 0}}`),
			"bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: 1 sparse elements do not fit"},
		{"glTF\x01\x00\x00\x00", "bad.gltf: the file ends in its header: it is cut off"},
		{strings.Replace(whole, "\x02", "\x01", 1), "bad.gltf: it is of version 1 of binary glTF"},
		{whole + "\x00", "bad.gltf: 1 bytes follow the"},
		{whole[:len(whole)-1], "bad.gltf: the header counts "},
		{strings.Replace(whole, "JSON", "json", 1), "bad.gltf: the first chunk is not JSON"},
		{string(glb("{", nil)), "bad.gltf: the JSON chunk: unexpected end of JSON input: it is damaged"},
		{strings.Replace(whole, "BIN\x00", "EXT\x00", 1), "bad.gltf: nodes[0], meshes[0].primitives[0]: accessors[0]: buffers[0]: it has no uri"},
	} {
		m, err := ReadGLTF("bad.gltf", strings.NewReader(c.data), nil)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || m != nil {
			t.Errorf("error %v, want %q", err, c.want)
		}
		var e *LineError
		if !errors.As(err, &e) || e.Name != "bad.gltf" {
			t.Errorf("no LineError in %v", err)
		}
	}
}

func TestReadGLTF_OpensFilesBesideItOnly(t *testing.T) {
	for uri, want := range map[string]string{
		"a.bin": "a.bin", "./a.bin": "a.bin", "sub/a%20b.bin": "sub/a b.bin", "%61.bin": "a.bin", "..a/b": "..a/b",
		"": "", "../a.bin": "", "/a.bin": "", "sub/../../a.bin": "", "%2e%2e/a.bin": "", "..%2fa.bin": "", "http://host/a.bin": "", "file:///a.bin": "",
		`..\\a.bin`: "", "C:a.bin": "", ".": "", "./": "", "a//b": "", "%zz": "", "a%00": "",
	} {
		var asked []string
		_, err := ReadGLTF("a.gltf", strings.NewReader(changed(t, wedgeURI, uri)), func(path string) ([]byte, error) {
			asked = append(asked, path)
			return wedgeBuffer, nil
		})
		if want == "" && (err == nil || len(asked) > 0) {
			t.Errorf("%q was opened as %q, error %v", uri, asked, err)
		}
		if want != "" && (err != nil || !slices.Equal(asked, []string{want})) {
			t.Errorf("%q was opened as %q, want %q once; error %v", uri, asked, want, err)
		}
	}
	_, err := ReadGLTF("a.gltf", strings.NewReader(changed(t, wedgeURI, "a.bin")), func(string) ([]byte, error) { return nil, fs.ErrNotExist })
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), `its file "a.bin" cannot be read`) {
		t.Errorf("%v", err)
	}
}

// write makes a file with what leads to it.
func write(t *testing.T, path, data string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

// wantUprightWedge checks a mesh that is the wedge turned so that its y axis is up, along z: its z axis is then along
// -y.
func wantUprightWedge(t *testing.T, what string, m *geom.Mesh, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	if want := []geom.Vec{{}, {X: 1}, {X: 1, Z: 1}, {Y: -0.25, Z: 1}}; !slices.Equal(m.Vertices, want) {
		t.Errorf("%s: vertices %v, want %v", what, m.Vertices, want)
	}
	if want := []geom.Tri{{0, 1, 2}, {0, 2, 3}}; !slices.Equal(m.Tris, want) || m.Planes[0].N != (geom.Vec{Y: -1}) {
		t.Errorf("%s: triangles %v with normals %v, want %v", what, m.Tris, m.Planes, want)
	}
}

func TestLoad_ReadsGLTFAndFilesBesideIt(t *testing.T) {
	at := t.TempDir()
	write(t, filepath.Join(at, "sub", "a.bin"), string(wedgeBuffer))
	write(t, filepath.Join(at, "a.gltf"), changed(t, wedgeURI, "sub/a.bin"))
	write(t, filepath.Join(at, "b.GLB"), string(wedgeGLB(t)))
	for _, name := range []string{"a.gltf", "b.GLB"} {
		m, err := Load(filepath.Join(at, name))
		wantUprightWedge(t, name, m, err)
	}
	write(t, filepath.Join(at, "dir.gltf"), changed(t, wedgeURI, "sub"))
	if _, err := Load(filepath.Join(at, "dir.gltf")); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("a directory as a buffer: %v", err)
	}
}

func TestReadGLTF_CutOffAtEveryByte(t *testing.T) {
	read := func(r io.Reader) (*geom.Mesh, error) { return ReadGLTF("cut", r, nil) }
	if n := wantNoPanic(t, []byte(wedgeGLTF), 2, read); n != 0 {
		t.Errorf("%d pieces of a text file are meshes", n)
	}
	if n := wantNoPanic(t, wedgeGLB(t), 2, read); n != 0 {
		t.Errorf("%d pieces of a binary file are meshes", n)
	}
}

// TestReadGLTF_AnyValueAnywhere puts values that do not belong there in the place of every number of three files.
func TestReadGLTF_AnyValueAnywhere(t *testing.T) {
	number := regexp.MustCompile(`[ \[]-?[0-9]+`)
	meshes, faults := 0, 0
	for _, text := range []string{
		changed(t, wedgeURI, "a.bin", node0, `{"mesh": 0, "children": [1], "rotation": [0, 0, 1, 0]}, {"mesh": 0, "translation": [0, 0, 2], "scale": [1, 1, 3]}`),
		changed(t, wedgeURI, "a.bin", `"indices": 1`, `"mode": 5`, node0, `{"mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}`),
		changed(t, wedgeURI, "a.bin", `"count": 4`,
			`"count": 4, "sparse": {"count": 3, "indices": {"bufferView": 1, "byteOffset": 0, "componentType": 5123}, "values": {"bufferView": 0, "byteOffset": 0}}`),
	} {
		for _, at := range number.FindAllStringIndex(text, -1) {
			for _, v := range []string{"-1", "0", "1", "2", "3", "5", "48", "60", "255", "5121", "5125", "65536", "2147483648", "4294967295", "9223372036854775807", "1e300", "0.5", "null", "{}", "[]", "[null]", `"x"`} {
				m, err := ReadGLTF("any", strings.NewReader(text[:at[0]+1]+v+text[at[1]:]), func(string) ([]byte, error) { return wedgeBuffer, nil })
				if (m == nil) == (err == nil) {
					t.Fatalf("%s at byte %d: %v with the error %v", v, at[0], m, err)
				}
				if err == nil {
					meshes++
				} else {
					faults++
				}
			}
		}
	}
	if meshes < 100 || faults < 1000 {
		t.Errorf("%d meshes and %d faults", meshes, faults)
	}
}

func TestReadGLTF_RefusesMoreThanTheInputJustifies(t *testing.T) {
	const n = 3000
	sparse := `{"componentType": %d, "count": 2147483646, "type": "%s", "sparse": {"count": 1, "indices": {"bufferView": 1, "componentType": 5123}, "values": {"bufferView": 0}}}`
	for what, text := range map[string]string{
		"zeros without bytes":   changed(t, positions, fmt.Sprintf(sparse, 5126, "VEC3"), `"indices": 1, `, `"mode": 5, `),
		"indices without bytes": changed(t, indices, fmt.Sprintf(sparse, 5125, "SCALAR")),
		"primitives many times": changed(t, `"primitives": [`, `"primitives": [`+strings.Repeat(`{"mode":0},`, n), node0, strings.Repeat(`{"mesh":0},`, n)+node0,
			`"scene": 0,`, "", `"scenes": [{"nodes": [0]}],`, ""),
	} {
		_, err := ReadGLTF("a.gltf", strings.NewReader(text), nil)
		if !errors.Is(err, errTooMany) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestReadGLTF_PassesReadErrorsOn(t *testing.T) {
	_, err := ReadGLTF("a.gltf", io.MultiReader(strings.NewReader("{"), iotest.ErrReader(io.ErrClosedPipe)), nil)
	if !errors.Is(err, io.ErrClosedPipe) || !strings.HasPrefix(err.Error(), "a.gltf: ") {
		t.Errorf("%v", err)
	}
}

// encodeGLTF writes m with the library's encoder.
func encodeGLTF(t testing.TB, m *geom.Mesh, asBinary bool) []byte {
	t.Helper()
	doc := gltf.NewDocument()
	var b []byte
	for _, v := range m.Vertices {
		b = append(b, floats(float32(v.X), float32(v.Y), float32(v.Z))...)
	}
	n := len(b)
	for _, c := range m.Tris {
		for _, v := range c {
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		}
	}
	doc.Buffers = []*gltf.Buffer{{ByteLength: len(b), Data: b}}
	doc.BufferViews = []*gltf.BufferView{{ByteLength: n}, {ByteOffset: n, ByteLength: len(b) - n}}
	doc.Accessors = []*gltf.Accessor{
		{BufferView: gltf.Index(0), ComponentType: gltf.ComponentFloat, Count: len(m.Vertices), Type: gltf.AccessorVec3},
		{BufferView: gltf.Index(1), ComponentType: gltf.ComponentUint, Count: 3 * len(m.Tris), Type: gltf.AccessorScalar},
	}
	doc.Meshes = []*gltf.Mesh{{Primitives: []*gltf.Primitive{{Attributes: gltf.PrimitiveAttributes{gltf.POSITION: 0}, Indices: gltf.Index(1)}}}}
	doc.Nodes = []*gltf.Node{{Mesh: gltf.Index(0)}}
	doc.Scenes[0].Nodes = []int{0}
	var out bytes.Buffer
	e := gltf.NewEncoder(&out)
	e.AsBinary = asBinary
	if err := e.Encode(doc); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestReadGLTF_ReadsWhatTheLibraryWrites(t *testing.T) {
	for _, file := range []string{"room.obj", "terrain.obj"} {
		m := sourceMesh(t, file)
		for _, asBinary := range []bool{false, true} {
			got, err := ReadGLTF(file, bytes.NewReader(encodeGLTF(t, m, asBinary)), nil)
			if err != nil {
				t.Fatal(err)
			}
			wantTriangles(t, got, m, roundToSingle)
			if len(got.Vertices) != len(m.Vertices) {
				t.Errorf("%s: %d vertices, want %d", file, len(got.Vertices), len(m.Vertices))
			}
		}
	}
}

func FuzzReadGLTF(f *testing.F) {
	for _, pair := range [][2]string{
		{"", ""}, {wedgeURI, "a.bin"}, {node0, `{"mesh": 0, "rotation": [1, 1, 1, 1], "scale": [-1, 2, 3]}, {"mesh": 0}, null`},
		{`"indices": 1`, `"mode": 5`}, {`"indices": 1`, `"mode": 6`}, {`, "uri": "` + wedgeURI + `"`, ""}, {"5126", "5122"},
		{`"count": 4`, `"count": 4, "sparse": {"count": 3, "indices": {"bufferView": 1, "componentType": 5123}, "values": {"bufferView": 0}}`},
		{`"primitives": [`, `"primitives": [null, {}, `}, {node0, `{"children": [0, 1]}, {"matrix": [1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1], "mesh": 0}`},
	} {
		text := strings.Replace(wedgeGLTF, pair[0], pair[1], 1)
		f.Add([]byte(text))
		f.Add(glb(text, wedgeBuffer))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := ReadGLTF("fuzz", bytes.NewReader(data), func(path string) ([]byte, error) {
			if !fs.ValidPath(path) || strings.Contains(path, `\`) {
				t.Fatalf("the path %q was asked for", path)
			}
			return wedgeBuffer, nil
		})
		if err != nil {
			if m != nil {
				t.Fatal("a mesh with an error")
			}
			return
		}
		if len(m.Tris) > growth*(len(data)+len(wedgeBuffer)) {
			t.Fatalf("%d triangles of %d bytes", len(m.Tris), len(data))
		}
		var b bytes.Buffer
		if err := WritePLY(&b, m); err != nil {
			t.Fatal(err)
		}
		again, err := ReadPLY("fuzz", &b)
		if err != nil || !slices.Equal(m.Tris, again.Tris) || !slices.Equal(m.Vertices, again.Vertices) {
			t.Fatalf("what was written as PLY reads differently: %v", err)
		}
	})
}

func BenchmarkReadGLTF(b *testing.B) {
	data := encodeGLTF(b, sourceMesh(b, "terrain.obj"), true)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadGLTF("a", bytes.NewReader(data), nil); err != nil {
			b.Fatal(err)
		}
	}
}
