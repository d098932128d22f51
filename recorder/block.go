package recorder

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// Major and Minor are the version of the format that this package writes. A reader refuses another major version and
// skips what a later minor version adds.
const (
	Major = 1
	Minor = 13
	// MinorDrivers is the first minor version whose logs have events of drivers.
	MinorDrivers = 11
)

// lastCodec is the codec of the logs that this package writes.
const lastCodec = 8

// Errors of reading; test with errors.Is.
var (
	ErrNotLog = errors.New("not a prang log")
	// ErrText is the ErrNotLog of a log that was transferred as text.
	ErrText    = fmt.Errorf("%w any more: it was transferred as text; transfer it as binary", ErrNotLog)
	ErrVersion = errors.New("format version is not supported")
	ErrDamaged = errors.New("log is damaged")
	// ErrIncomplete is the error for what the log of a stopped writer ends before.
	ErrIncomplete = errors.New("log is incomplete")
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// magic begins a log. A transfer in text mode damages it detectably: bit 7 is set in the first byte, and both kinds of
// line ends and an end-of-file character follow.
const magic = "\x89PRANG\r\n\x1a\n"

// The preamble: magic | u16 major | u16 minor | u16 zero | u32 CRC of these 16 bytes.
const preambleSize = 20

func appendPreamble(dst []byte) []byte {
	at := len(dst)
	dst = append(dst, magic...)
	dst = binary.LittleEndian.AppendUint16(dst, Major)
	dst = binary.LittleEndian.AppendUint16(dst, Minor)
	dst = binary.LittleEndian.AppendUint16(dst, 0)
	return binary.LittleEndian.AppendUint32(dst, crc32.Checksum(dst[at:], castagnoli))
}

// errNoHeader is the ErrIncomplete of a log whose writer was stopped before its header was whole.
var errNoHeader = fmt.Errorf("%w: it ends before its header: run the scenario again", ErrIncomplete)

// beginsLog reports whether b is the start of a log that ends within the magic, but behind the name in it.
func beginsLog(b []byte) bool {
	return len(b) >= len("\x89PRANG") && len(b) < len(magic) && magic[:len(b)] == string(b)
}

// checkPreamble returns nil, or ErrVersion, ErrDamaged, ErrIncomplete or ErrNotLog with what is wrong.
func checkPreamble(b []byte) error {
	if len(b) == 0 {
		return fmt.Errorf("%w: it is empty", ErrNotLog)
	}
	if !bytes.HasPrefix(b, []byte(magic)) {
		switch {
		case beginsLog(b):
			return errNoHeader
		case bytes.HasPrefix(b, []byte("\x89PRANG\n")), bytes.HasPrefix(b, []byte("\x89PRANG\r\r\n")),
			bytes.HasPrefix(b, []byte("\x89PRANG\r\n\x1a\r\n")), bytes.HasPrefix(b, []byte("\x09PRANG")):
			return ErrText
		}
		return fmt.Errorf("%w: it does not begin as one", ErrNotLog)
	}
	if len(b) < preambleSize {
		return errNoHeader
	}
	if crc32.Checksum(b[:preambleSize-4], castagnoli) != binary.LittleEndian.Uint32(b[preambleSize-4:]) {
		return fmt.Errorf("%w: checksum of the first 20 bytes", ErrDamaged)
	}
	if major := binary.LittleEndian.Uint16(b[len(magic):]); major != Major {
		return fmt.Errorf("%w: the log has version %d, this program reads %d; use another version of prang", ErrVersion, major, Major)
	}
	return nil
}

// The types of blocks.
const (
	blockHeader     = 1
	blockChunk      = 2
	blockAsset      = 3
	blockIndex      = 4
	blockSummary    = 5
	blockHeaderCopy = 6
	blockSnapshot   = 7
)

// A block is a frame of 32 bytes and a payload:
//
//	u32 sync | u8 type | u8 zero | u16 zero | u32 payload size | u32 CRC of the payload |
//	u64 number | u32 count | u32 CRC of these 28 bytes
//
// Number and count are the first step and the steps of a chunk, the number of an asset and 1, and else zero.
const (
	frameSize = 32
	syncWord  = 0x9E1B4C8A
)

var syncBytes = []byte{0x8A, 0x4C, 0x1B, 0x9E}

// block is a block of a file.
type block struct {
	offset int64 // of its frame
	kind   uint8
	size   uint32 // of its payload
	crc    uint32 // of its payload
	number int64
	count  uint32
}

// end returns the offset behind the block.
func (b *block) end() int64 { return b.offset + frameSize + int64(b.size) }

// sealBlock fills the frame at the start of b, whose payload is the rest of it.
func sealBlock(b []byte, kind uint8, number int64, count uint32) {
	payload := b[frameSize:]
	binary.LittleEndian.PutUint32(b, syncWord)
	b[4], b[5], b[6], b[7] = kind, 0, 0, 0
	binary.LittleEndian.PutUint32(b[8:], uint32(len(payload)))
	binary.LittleEndian.PutUint32(b[12:], crc32.Checksum(payload, castagnoli))
	binary.LittleEndian.PutUint64(b[16:], uint64(number))
	binary.LittleEndian.PutUint32(b[24:], count)
	binary.LittleEndian.PutUint32(b[28:], crc32.Checksum(b[:28], castagnoli))
}

// parseFrame reads the frame in b and reports whether it is valid.
func parseFrame(b []byte, offset int64) (block, bool) {
	if len(b) < frameSize || binary.LittleEndian.Uint32(b) != syncWord ||
		crc32.Checksum(b[:28], castagnoli) != binary.LittleEndian.Uint32(b[28:]) {
		return block{}, false
	}
	number := binary.LittleEndian.Uint64(b[16:])
	if number > maxSteps || binary.LittleEndian.Uint32(b[8:]) > maxPayload {
		return block{}, false
	}
	return block{
		offset: offset, kind: b[4], size: binary.LittleEndian.Uint32(b[8:]), crc: binary.LittleEndian.Uint32(b[12:]),
		number: int64(number), count: binary.LittleEndian.Uint32(b[24:]),
	}, true
}

// The end of a closed log: u64 offset of the index block | u32 its whole size | u32 CRC of these 12 bytes | "PRANGEND".
const (
	endSize  = 24
	endMagic = "PRANGEND"
)

func appendEnd(dst []byte, offset int64, size uint32) []byte {
	at := len(dst)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(offset))
	dst = binary.LittleEndian.AppendUint32(dst, size)
	dst = binary.LittleEndian.AppendUint32(dst, crc32.Checksum(dst[at:], castagnoli))
	return append(dst, endMagic...)
}

func parseEnd(b []byte) (offset int64, size uint32, ok bool) {
	if len(b) != endSize || string(b[16:]) != endMagic ||
		crc32.Checksum(b[:12], castagnoli) != binary.LittleEndian.Uint32(b[12:]) {
		return 0, 0, false
	}
	u := binary.LittleEndian.Uint64(b)
	if u > 1<<62 {
		return 0, 0, false
	}
	return int64(u), binary.LittleEndian.Uint32(b[8:]), true
}
