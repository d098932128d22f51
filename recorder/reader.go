package recorder

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"math"
	"os"
	"slices"
	"sort"

	"github.com/prang-sim/prang/sim/record"
)

// ErrNoStep is the error of asking for a step that a log does not have.
var ErrNoStep = errors.New("step is not in the log")

// Reader reads one log. It is not for use by several goroutines at a time.
//
// A closed log is opened through its index, without reading the chunks. A log without an end, and one whose index does not
// fit, is scanned. What is damaged is left out and named by Problems.
type Reader struct {
	r    io.ReaderAt
	size int64
	file *os.File // what Open opened, else nil

	header   *Header
	layout   *layout
	log      uint64
	blocks   []indexed // all readable blocks
	chunks   []indexed // those of frames, by step
	assets   []int     // index in blocks of each asset, -1 where it is missing
	complete bool
	summary  *Summary

	scanned  bool
	damage   []string        // what the scan found
	failures []string        // what decoding found
	told     map[string]bool // those of failures

	dec     chunkDecoder
	cached  decodedChunk
	valid   bool // cached holds a chunk
	payload []byte
}

// Open opens the log at path. Close the reader after use.
func Open(path string) (*Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = errors.New("is a directory")
	}
	var r *Reader
	if err == nil {
		r, err = NewReader(f, info.Size())
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	r.file = f
	return r, nil
}

// NewReader reads a log of size bytes from r. The error is or wraps ErrNotLog, ErrVersion, ErrPredictor or ErrDamaged, or
// is one of r. A damaged log is no error as long as a header can be read.
func NewReader(r io.ReaderAt, size int64) (*Reader, error) {
	zstd, err := newDecompressor()
	if err != nil {
		return nil, err
	}
	lr := &Reader{r: r, size: size}
	lr.dec.zstd = zstd
	if err := lr.open(); err != nil {
		return nil, err
	}
	return lr, nil
}

// Close closes the file that Open opened.
func (r *Reader) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// Header returns the log's header. The caller does not change it.
func (r *Reader) Header() *Header { return r.header }

// Complete reports whether the writer closed the log.
func (r *Reader) Complete() bool { return r.complete }

// Summary returns how the run ended, and false where the log does not say.
func (r *Reader) Summary() (Summary, bool) {
	if r.summary == nil {
		return Summary{}, false
	}
	return *r.summary, true
}

// Steps returns the number of frames, the start included: one more than the last step that can be read. All steps before
// it can be read, but for those that Problems names.
func (r *Reader) Steps() int64 {
	if len(r.chunks) == 0 {
		return 0
	}
	last := &r.chunks[len(r.chunks)-1]
	return last.number + int64(last.count)
}

// Problems reads the whole log once and returns what is damaged or missing in it, one line each with the steps or bytes
// concerned; nothing for a log that is whole. A log without an end is no problem in this sense; see Complete.
func (r *Reader) Problems() []string {
	if !r.scanned {
		if err := r.scan(); err != nil {
			r.failed(err)
		}
	}
	return append(append([]string(nil), r.damage...), r.failures...)
}

// Chunk describes a readable chunk. Two chunks of logs with the same columns and the same step hold the same steps, bit for
// bit, when Rows, Events and State are equal.
type Chunk struct {
	First  int64 // step
	Steps  int   // number
	Offset int64 // of its block in the file [bytes]
	Size   int64 // of its block [bytes]
	Rows   uint64
	Events uint64
	State  uint64 // Frame.Hash of its last step
	Chain  uint64 // hash of all steps from 0 to its last one
}

// Chunks returns the log's chunks in the order of their steps.
func (r *Reader) Chunks() []Chunk {
	list := make([]Chunk, len(r.chunks))
	for i := range r.chunks {
		c := &r.chunks[i]
		list[i] = Chunk{
			First: c.number, Steps: int(c.count), Offset: c.offset, Size: c.end() - c.offset,
			Rows: c.hashes.rows, Events: c.hashes.events, State: c.hashes.state, Chain: c.hashes.chainOut,
		}
	}
	return list
}

// Chain returns the hash of all steps of the log, a function of the frames alone; 0 for a log without steps.
func (r *Reader) Chain() uint64 {
	if len(r.chunks) == 0 {
		return 0
	}
	return r.chunks[len(r.chunks)-1].hashes.chainOut
}

// Frame reads a step into dst. It decodes the step's chunk and keeps it for the next call. Of dst, Values and Events are
// overwritten; the Points of events are shared with other calls and not to be changed. Hash is known of the last step of a
// chunk and 0 for the others. The error is or wraps ErrNoStep or ErrDamaged, or is one of reading the file.
func (r *Reader) Frame(step int64, dst *record.Frame) error {
	if err := r.load(step); err != nil {
		return err
	}
	c := &r.cached
	i := int(step - c.first)
	dst.Step, dst.Time = step, float64(step)*r.header.Step
	dst.Values = slices.Grow(dst.Values[:0], r.layout.values)
	for _, v := range c.rows[i*r.layout.values:][:r.layout.values] {
		dst.Values = append(dst.Values, math.Float64frombits(v))
	}
	dst.Events = append(dst.Events[:0], c.events.at(i)...)
	dst.Hash = 0
	if i == c.steps-1 {
		dst.Hash = c.hashes.state
	}
	return nil
}

// Frames yields the steps from from up to but not with to, of those that the log has. A chunk that cannot be read yields
// one error and is left out. The frame is valid until the next one.
func (r *Reader) Frames(from, to int64) iter.Seq2[*record.Frame, error] {
	return func(yield func(*record.Frame, error) bool) {
		var f record.Frame
		if from < 0 {
			from = 0
		}
		for step := from; step < to && step < r.Steps(); {
			if err := r.Frame(step, &f); err != nil {
				if !yield(nil, err) {
					return
				}
				step = r.afterFailure(step)
				continue
			}
			if !yield(&f, nil) {
				return
			}
			step++
		}
	}
}

// afterFailure returns the first step behind the chunk, or behind the gap, that step is in.
func (r *Reader) afterFailure(step int64) int64 {
	i := r.find(step)
	if i < len(r.chunks) && r.chunks[i].number <= step {
		return r.chunks[i].number + int64(r.chunks[i].count)
	}
	if i < len(r.chunks) {
		return r.chunks[i].number
	}
	return math.MaxInt64
}

// find returns the index of the first chunk that ends behind step.
func (r *Reader) find(step int64) int {
	return sort.Search(len(r.chunks), func(i int) bool { return r.chunks[i].number+int64(r.chunks[i].count) > step })
}

// load makes the chunk of a step the cached one.
func (r *Reader) load(step int64) error {
	if r.valid && step >= r.cached.first && step < r.cached.first+int64(r.cached.steps) {
		return nil
	}
	err := r.loadChunk(step)
	if err == nil || r.scanned || !errors.Is(err, ErrDamaged) {
		return err
	}
	// The index may be wrong, or what it says may have moved.
	if err := r.scan(); err != nil {
		return err
	}
	return r.loadChunk(step)
}

func (r *Reader) loadChunk(step int64) error {
	i := r.find(step)
	if i == len(r.chunks) || r.chunks[i].number > step {
		return r.noStep(step, i)
	}
	c := &r.chunks[i]
	r.valid = false
	r.dec.layout, r.dec.log = r.layout, r.log
	payload, err := r.readBlock(&c.block)
	if err == nil {
		err = r.dec.decode(&r.cached, &c.block, payload)
	}
	if err == nil && !r.fits(i) {
		err = errors.New("it is not the one that the index names")
	}
	var ioErr *readError
	if errors.As(err, &ioErr) {
		return err
	}
	if err != nil {
		err = fmt.Errorf("%s: %w: %w", describe(&c.block), ErrDamaged, err)
		if r.scanned {
			r.failed(err)
		}
		return err
	}
	r.valid = true
	return nil
}

// fits reports whether the decoded chunk is the one that is listed at i.
func (r *Reader) fits(i int) bool {
	h, listed := r.cached.hashes, &r.chunks[i].hashes
	if h.rows != listed.rows || h.events != listed.events || h.state != listed.state || h.chainOut != listed.chainOut {
		return false
	}
	if i == 0 {
		return r.chunks[0].number != 0 || h.chainIn == 0
	}
	before := &r.chunks[i-1]
	return before.number+int64(before.count) != r.chunks[i].number || h.chainIn == before.hashes.chainOut
}

// noStep tells why step, which would lie before the chunk i, cannot be read.
func (r *Reader) noStep(step int64, i int) error {
	total := r.Steps()
	if r.summary != nil && r.summary.Steps > total {
		total = r.summary.Steps
	}
	if step < 0 || step >= total {
		if total == 0 {
			return fmt.Errorf("step %d: %w: it has no steps", step, ErrNoStep)
		}
		return fmt.Errorf("step %d: %w: it has steps 0 to %d", step, ErrNoStep, total-1)
	}
	from, to := int64(0), total-1
	if i > 0 {
		from = r.chunks[i-1].number + int64(r.chunks[i-1].count)
	}
	if i < len(r.chunks) {
		to = r.chunks[i].number - 1
	}
	return fmt.Errorf("step %d: %w: steps %d to %d cannot be read", step, ErrDamaged, from, to)
}

func (r *Reader) failed(err error) {
	s := err.Error()
	if r.told == nil {
		r.told = make(map[string]bool)
	}
	if !r.told[s] {
		r.told[s] = true
		r.failures = append(r.failures, s)
	}
}

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
		return nil, errPart
	}
	n := int64(binary.LittleEndian.Uint32(payload))
	payload = payload[4:]
	if n+sha256.Size > int64(len(payload)) {
		return nil, errPart
	}
	if string(payload[:n]) != ref.Name {
		return nil, errors.New("its block has another name")
	}
	want := payload[n : n+sha256.Size]
	p, _, err := readPartRatio(payload[n+sha256.Size:], maxAssetSize)
	if err != nil {
		return nil, err
	}
	var own []byte
	raw, err := r.dec.zstd.decompress(&p, &own)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(raw)
	if !bytes.Equal(sum[:], want) || hex.EncodeToString(sum[:]) != ref.SHA256 || int64(len(raw)) != ref.Size {
		return nil, errors.New("its SHA-256 is wrong")
	}
	return bytes.Clone(raw), nil
}

// readError is an error of the underlying reader, as opposed to one of what was read.
type readError struct{ err error }

func (e *readError) Error() string { return e.err.Error() }
func (e *readError) Unwrap() error { return e.err }

// read fills b from offset.
func (r *Reader) read(b []byte, offset int64) error {
	n, err := r.r.ReadAt(b, offset)
	if n == len(b) {
		return nil
	}
	if err == nil || err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return &readError{fmt.Errorf("reading byte %d of the log: %w", offset+int64(n), err)}
}

// readBlock returns the payload of a block that lies inside the file, valid until the next call, after it has checked that
// the block is there and whole.
func (r *Reader) readBlock(b *block) ([]byte, error) {
	if b.end() > r.size {
		return nil, errPart
	}
	r.payload = extend(r.payload[:0], frameSize+int(b.size))
	if err := r.read(r.payload, b.offset); err != nil {
		return nil, err
	}
	f, ok := parseFrame(r.payload, b.offset)
	payload := r.payload[frameSize:]
	if !ok || f.kind != b.kind || f.size != b.size || f.number != b.number || f.count != b.count {
		return nil, errors.New("its frame is damaged")
	}
	if crc32.Checksum(payload, castagnoli) != f.crc {
		return nil, errors.New("its payload has another checksum")
	}
	return payload, nil
}

// describe names a block for messages.
func describe(b *block) string {
	switch b.kind {
	case blockHeader:
		return fmt.Sprintf("header at byte %d", b.offset)
	case blockHeaderCopy:
		return fmt.Sprintf("copy of the header at byte %d", b.offset)
	case blockChunk:
		return fmt.Sprintf("chunk of steps %d to %d at byte %d", b.number, b.number+int64(b.count)-1, b.offset)
	case blockAsset:
		return fmt.Sprintf("asset %d at byte %d", b.number, b.offset)
	case blockIndex:
		return fmt.Sprintf("index at byte %d", b.offset)
	case blockSummary:
		return fmt.Sprintf("summary at byte %d", b.offset)
	}
	return fmt.Sprintf("block of type %d at byte %d", b.kind, b.offset)
}
