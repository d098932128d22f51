package recorder

import (
	"errors"
	"fmt"
	"github.com/prang-sim/prang/recorder/parts"
	"hash/crc32"
	"io"
)

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

// readBlock returns the payload of a block that lies inside the file, after checking that the block is intact. It is
// valid until the next call.
func (r *Reader) readBlock(b *block) ([]byte, error) {
	if b.end() > r.size {
		return nil, parts.ErrCut
	}
	r.payload = parts.Extend(r.payload[:0], frameSize+int(b.size))
	if err := r.read(r.payload, b.offset); err != nil {
		return nil, err
	}
	f, ok := parseFrame(r.payload, b.offset)
	payload := r.payload[frameSize:]
	if !ok || f.kind != b.kind || f.size != b.size || f.number != b.number || f.count != b.count {
		return nil, errors.New("its frame is damaged")
	}
	if crc32.Checksum(payload, castagnoli) != f.crc {
		return nil, errors.New("the checksum of its payload does not match")
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
	case blockSnapshot:
		return fmt.Sprintf("snapshot of step %d at byte %d", b.number, b.offset)
	case blockIndex:
		return fmt.Sprintf("index at byte %d", b.offset)
	case blockSummary:
		return fmt.Sprintf("summary at byte %d", b.offset)
	}
	return fmt.Sprintf("block of type %d at byte %d", b.kind, b.offset)
}
