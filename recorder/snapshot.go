package recorder

import (
	"encoding/binary"
	"errors"
	"fmt"
	"github.com/prang-sim/prang/recorder/parts"
)

// snapshotChunks is how many chunks lie between two snapshots of the engine, at least, and oldSnapshotChunks the same
// for codec 1: 2400 steps, 10 s at 1/240 s, of what has few bodies. A log that was cut off is taken up again from the
// last one.
const (
	snapshotChunks    = 10
	oldSnapshotChunks = 20
)

// The payload of a snapshot: u64 id of the log | u64 chain up to its step | u64 Frame.Hash of its step | part. Its
// number is the step, its count 0. Only the engine that wrote it can read what the part holds.
const snapshotHead = 24

// SnapshotDue reports whether a snapshot of the engine's state is due after the last step that was written: at the end
// of a chunk of full length, 10 chunks or more after the last one. It is a function of the steps and events written,
// not of time.
func (w *Writer) SnapshotDue() bool {
	return (w.background != nil || w.err == nil) && w.pending() == 0 && w.whole && w.chunks >= w.snapped+w.snapshotEvery()
}

func (w *Writer) snapshotEvery() int64 {
	if w.layout.codec < 2 {
		return oldSnapshotChunks
	}
	return snapshotChunks
}

// Snapshot adds the engine's state after the last step. Call it when SnapshotDue says so; without it a log is resumed
// from an earlier state.
func (w *Writer) Snapshot(data []byte) error {
	if err := w.waitForBackground(); err != nil {
		return err
	}
	switch {
	case w.pending() != 0 || w.next == 0:
		return errors.New("log: a snapshot lies between two chunks")
	case len(data) > maxAssetSize:
		return fmt.Errorf("log: snapshot of %d bytes, at most %d fit", len(data), maxAssetSize)
	}
	w.begin()
	for _, v := range [...]uint64{w.log, w.chain, w.hash} {
		w.block = binary.LittleEndian.AppendUint64(w.block, v)
	}
	w.block = w.zstd.Append(w.block, data, true)
	if err := w.seal(blockSnapshot, w.next-1, 0, nil); err != nil {
		return err
	}
	w.snapped = w.chunks
	return w.sync()
}

// Snapshot returns the last snapshot of the engine's state at or before step, with its step. Without one it returns
// (-1, nil, nil). Snapshots that cannot be read are skipped.
func (r *Reader) Snapshot(step int64) (at int64, data []byte, err error) {
	for i := len(r.blocks) - 1; i >= 0; i-- {
		b := &r.blocks[i].block
		if b.kind != blockSnapshot || b.number > step || !r.holds(b.number) {
			continue
		}
		data, err := r.readSnapshot(b)
		var read *readError
		switch {
		case err == nil:
			return b.number, data, nil
		case errors.As(err, &read):
			return -1, nil, err
		}
		r.failed(fmt.Errorf("%s: %w", describe(b), err))
	}
	return -1, nil, nil
}

// holds reports whether a chunk of the log ends with the step.
func (r *Reader) holds(step int64) bool {
	for i := range r.chunks {
		if c := &r.chunks[i]; c.number+int64(c.count)-1 == step {
			return true
		}
	}
	return false
}

// readSnapshot returns the data of a snapshot, checked against the chunk that it follows.
func (r *Reader) readSnapshot(b *block) ([]byte, error) {
	payload, err := r.readBlock(b)
	if err != nil {
		return nil, err
	}
	if len(payload) < snapshotHead {
		return nil, parts.ErrCut
	}
	if binary.LittleEndian.Uint64(payload) != r.log {
		return nil, errors.New("it belongs to another log")
	}
	for i := range r.chunks {
		c := &r.chunks[i]
		if c.number+int64(c.count)-1 != b.number {
			continue
		}
		if binary.LittleEndian.Uint64(payload[8:]) != c.hashes.chainOut || binary.LittleEndian.Uint64(payload[16:]) != c.hashes.state {
			return nil, errors.New("it is not of this run")
		}
	}
	p, _, err := parts.ReadRatio(payload[snapshotHead:], maxAssetSize)
	if err != nil {
		return nil, err
	}
	var own []byte
	raw, err := r.dec.zstd.Decompress(&p, &own)
	if err != nil {
		return nil, err
	}
	return append([]byte(nil), raw...), nil
}
