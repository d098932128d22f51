package recorder

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"github.com/prang-sim/prang/recorder/parts"
)

// Asset returns the content of an asset, checked by its SHA-256.
func (r *Reader) Asset(name string) ([]byte, error) {
	for i := range r.header.Assets {
		if r.header.Assets[i].Name != name {
			continue
		}
		data, err := r.asset(i)
		if err != nil {
			err = fmt.Errorf("asset %q: %w", name, err)
		}
		return data, err
	}
	return nil, fmt.Errorf("asset %q: the log has none of this name", name)
}

// Assets returns all assets in the order in which they were given to the writer.
func (r *Reader) Assets() ([]Asset, error) {
	var list []Asset
	for i := range r.header.Assets {
		name := r.header.Assets[i].Name
		data, err := r.Asset(name)
		if err != nil {
			return nil, err
		}
		list = append(list, Asset{name, data})
	}
	return list, nil
}

func (r *Reader) asset(i int) ([]byte, error) {
	ref := &r.header.Assets[i]
	if len(r.assets) != len(r.header.Assets) {
		r.listAssets()
	}
	if r.assets[i] < 0 && i >= r.dueAssets() {
		return nil, fmt.Errorf("%w: it ends before this file", ErrIncomplete)
	}
	if r.assets[i] < 0 {
		return nil, fmt.Errorf("%w: its block cannot be read", ErrDamaged)
	}
	payload, err := r.readBlock(&r.blocks[r.assets[i]].block)
	var data []byte
	if err == nil {
		data, err = r.parseAsset(payload, ref)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return data, nil
}

// listAssets finds the block of each asset.
func (r *Reader) listAssets() {
	r.assets = make([]int, len(r.header.Assets))
	for i := range r.assets {
		r.assets[i] = -1
	}
	for k := range r.blocks {
		b := &r.blocks[k].block
		if b.kind == blockAsset && b.number < int64(len(r.assets)) && r.assets[b.number] < 0 {
			r.assets[b.number] = k
		}
	}
}

func (r *Reader) parseAsset(payload []byte, ref *AssetReference) ([]byte, error) {
	if len(payload) < 4 {
		return nil, parts.ErrCut
	}
	n := int64(binary.LittleEndian.Uint32(payload))
	payload = payload[4:]
	if n+sha256.Size > int64(len(payload)) {
		return nil, parts.ErrCut
	}
	if string(payload[:n]) != ref.Name {
		return nil, errors.New("its block has another name")
	}
	want := payload[n : n+sha256.Size]
	p, _, err := parts.ReadRatio(payload[n+sha256.Size:], maxAssetSize)
	if err != nil {
		return nil, err
	}
	var own []byte
	raw, err := r.dec.zstd.Decompress(&p, &own)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(raw)
	if !bytes.Equal(sum[:], want) || hex.EncodeToString(sum[:]) != ref.SHA256 || int64(len(raw)) != ref.Size {
		return nil, errors.New("its SHA-256 is wrong")
	}
	return bytes.Clone(raw), nil
}
