package meshio

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// besides returns an opener of the files beside the one at a path, never outside of its directory.
func besides(path string) Opener {
	return func(name string) ([]byte, error) {
		root, err := os.OpenRoot(filepath.Dir(path))
		if err != nil {
			return nil, err
		}
		defer root.Close()
		name = filepath.FromSlash(name)
		info, err := root.Stat(name)
		if err != nil {
			return nil, err
		}
		if !info.Mode().IsRegular() {
			return nil, errors.New("it is no regular file")
		}
		return root.ReadFile(name)
	}
}

// gltfBytes is a buffer or file that has been read, or was found bad.
type gltfBytes struct {
	data []byte
	err  error
	done bool
}

// buffer returns the bytes of buffers[i].
func (p *gltfReader) buffer(i int) ([]byte, error) {
	if i < 0 || i >= len(p.buffers) {
		return nil, fmt.Errorf("buffers[%d] is not there, the file has %d: export the mesh again", i, len(p.buffers))
	}
	b := &p.buffers[i]
	if !b.done {
		b.done = true
		b.data, b.err = p.load(i)
		if b.err != nil {
			b.err = fmt.Errorf("buffers[%d]: %w", i, b.err)
		}
	}
	return b.data, b.err
}

func (p *gltfReader) load(i int) (data []byte, err error) {
	b := p.doc.Buffers[i]
	switch {
	case b.URI == "" && i == 0 && p.chunk != nil:
		data = p.chunk
	case b.URI == "":
		return nil, errors.New("it has no uri: export the mesh again")
	case strings.HasPrefix(b.URI, "data:"):
		data, err = decodeDataURI(b.URI)
	default:
		data, err = p.file(b.URI)
	}
	if err != nil {
		return nil, err
	}
	if b.ByteLength < 0 || b.ByteLength > len(data) {
		return nil, fmt.Errorf("byteLength is %d, but there are %d bytes: it is cut off, copy or export it again", b.ByteLength, len(data))
	}
	return data[:b.ByteLength:b.ByteLength], nil
}

func decodeDataURI(uri string) ([]byte, error) {
	head, body, found := strings.Cut(uri, ",")
	if !found || !strings.HasSuffix(head, ";base64") {
		return nil, errors.New("its data uri is not in base64: export the mesh again")
	}
	data, err := base64.StdEncoding.DecodeString(body)
	if err != nil {
		data, err = base64.RawStdEncoding.DecodeString(body)
	}
	if err != nil {
		return nil, fmt.Errorf("its data uri: %w: export the mesh again", err)
	}
	return data, nil
}

// file returns the content of the file at a relative URI, read once.
func (p *gltfReader) file(uri string) ([]byte, error) {
	path, err := url.PathUnescape(uri)
	for strings.HasPrefix(path, "./") {
		path = path[2:]
	}
	if err != nil || !fs.ValidPath(path) || path == "." || strings.ContainsAny(path, "\\:\x00") {
		return nil, fmt.Errorf("its uri %q is no path of a file beside this one: put the file there or embed the buffer", clip([]byte(uri)))
	}
	if p.open == nil {
		return nil, fmt.Errorf("no files can be opened here, as its uri %q asks for: embed the buffer", clip([]byte(uri)))
	}
	f := p.files[path]
	if !f.done {
		f.done = true
		f.data, f.err = p.open(path)
		if f.err != nil {
			f.data, f.err = nil, fmt.Errorf("its file %q cannot be read: %w: put it beside this one or embed the buffer", clip([]byte(uri)), f.err)
		}
		p.input += int64(len(f.data))
		p.files[path] = f
	}
	return f.data, f.err
}

// view returns the bytes of bufferViews[i] from offset on, and its stride, 0 for none.
func (p *gltfReader) view(i, offset int) ([]byte, int, error) {
	if i < 0 || i >= len(p.doc.BufferViews) {
		return nil, 0, fmt.Errorf("bufferViews[%d] is not there, the file has %d: export the mesh again", i, len(p.doc.BufferViews))
	}
	v := p.doc.BufferViews[i]
	data, err := p.buffer(v.Buffer)
	if err != nil {
		return nil, 0, err
	}
	if v.ByteOffset < 0 || v.ByteLength < 0 || v.ByteOffset > len(data) || v.ByteLength > len(data)-v.ByteOffset {
		return nil, 0, fmt.Errorf("bufferViews[%d] goes beyond the %d bytes of its buffer: export the mesh again", i, len(data))
	}
	if offset < 0 || offset > v.ByteLength || v.ByteStride < 0 {
		return nil, 0, fmt.Errorf("bufferViews[%d] has no bytes at offset %d, or a negative stride: export the mesh again", i, offset)
	}
	return data[v.ByteOffset+offset : v.ByteOffset+v.ByteLength], v.ByteStride, nil
}
