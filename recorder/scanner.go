package recorder

import (
	"bytes"
	"fmt"
	"hash/crc32"
)

// scanner walks through a log block by block.
type scanner struct {
	r      *Reader
	blocks []indexed
	damage []string
	end    bool  // the end was seen
	behind int64 // where bytes follow the last end that was seen; 0 where there are none
	frames int64 // that the log had by the frames of its damaged chunks
	budget int64 // bytes of damaged payloads that may still be searched; a hostile log has many
	buf    []byte
	at     int64
}

// run lists the intact blocks and the damage of the whole log. That the log ends in the middle of a block is no damage:
// its writer was stopped there.
func (s *scanner) run() error {
	s.buf = make([]byte, 64<<10)
	bad := int64(-1) // start of bytes that are no block
	for s.at = preambleSize; s.at < s.r.size; {
		b, ok, err := s.frame()
		if err != nil {
			return err
		}
		if !ok {
			from, atEnd, err := s.atEnd()
			if err != nil {
				return err
			}
			if atEnd {
				s.closeBad(&bad)
				if from > s.at {
					s.damage = append(s.damage, fmt.Sprintf("%d bytes are missing before the end of the log", from-s.at))
				}
				s.at += endSize
				if s.end = true; s.at < s.r.size {
					s.damage = append(s.damage, fmt.Sprintf("%d bytes follow the end of the log", s.r.size-s.at))
					s.behind = s.at
				}
				continue
			}
			if bad < 0 {
				bad = s.at
			}
			if err := s.resync(s.at + 1); err != nil {
				return err
			}
			continue
		}
		s.closeBad(&bad)
		if err := s.block(&b); err != nil {
			return err
		}
	}
	if bad >= 0 {
		unfinished, err := s.unfinished(bad)
		if unfinished || err != nil {
			return err
		}
	}
	s.closeBad(&bad)
	return nil
}

// unfinished reports whether the bytes from here to the end of the file, which are no whole frame, are the beginning of
// what a writer would have written next: a frame, or the end behind the index.
func (s *scanner) unfinished(from int64) (bool, error) {
	if s.end || s.r.size-from >= frameSize {
		return false, nil
	}
	tail := s.buf[:s.r.size-from]
	if err := s.r.read(tail, from); err != nil {
		return false, err
	}
	next := syncBytes
	if n := len(s.blocks); n > 0 && s.blocks[n-1].kind == blockIndex && s.blocks[n-1].end() == from {
		index := &s.blocks[n-1].block
		next = appendEnd(nil, index.offset, uint32(index.end()-index.offset))
	}
	n := min(len(tail), len(next))
	return bytes.Equal(tail[:n], next[:n]), nil
}

// closeBad reports the bytes from bad to here.
func (s *scanner) closeBad(bad *int64) {
	switch {
	case *bad < 0:
		return
	case s.at < s.r.size:
		s.damage = append(s.damage, fmt.Sprintf("bytes %d to %d are damaged", *bad, s.at-1))
	case *bad != s.behind: // else it has been reported
		s.damage = append(s.damage, fmt.Sprintf("bytes %d to %d, the last ones, are no whole block", *bad, s.r.size-1))
	}
	*bad = -1
}

// frame reads the frame at the scanner's place.
func (s *scanner) frame() (block, bool, error) {
	if s.r.size-s.at < frameSize {
		return block{}, false, nil
	}
	if err := s.r.read(s.buf[:frameSize], s.at); err != nil {
		return block{}, false, err
	}
	b, ok := parseFrame(s.buf[:frameSize], s.at)
	return b, ok, nil
}

// atEnd reports whether the scanner is at the end of the log, and where that was when it was written.
func (s *scanner) atEnd() (from int64, ok bool, err error) {
	if s.r.size-s.at < endSize {
		return 0, false, nil
	}
	if err := s.r.read(s.buf[:endSize], s.at); err != nil {
		return 0, false, err
	}
	from, ok = s.parseEnd(s.buf[:endSize], s.at)
	return from, ok, nil
}

// parseEnd reports whether p, which is at the given place, is the end of the log, and where that was when it was
// written. Where that is further on, bytes are missing before it; it must then be the last of the file.
func (s *scanner) parseEnd(p []byte, at int64) (from int64, ok bool) {
	offset, size, ok := parseEnd(p)
	from = offset + int64(size)
	return from, ok && (from <= at || at+endSize == s.r.size)
}

// block checks the payload of the block b at the scanner's place and goes on behind it.
func (s *scanner) block(b *block) error {
	if b.end() > s.r.size {
		err := s.resync(s.at + 4)
		if s.at < s.r.size || s.end { // else it is what the writer was writing when it was stopped
			s.damage = append(s.damage, fmt.Sprintf("%s is cut off: it has %d of %d bytes", describe(b), min(s.at, s.r.size)-b.offset, b.end()-b.offset))
		}
		return err
	}
	crc, err := s.checksum(b)
	if err != nil {
		return err
	}
	if crc == b.crc {
		s.blocks = append(s.blocks, indexed{block: *b})
		s.at = b.end()
		return nil
	}
	s.damage = append(s.damage, fmt.Sprintf("%s is damaged: the checksum of its payload does not match", describe(b)))
	if b.kind == blockChunk {
		s.frames = max(s.frames, min(b.number+int64(b.count), maxSteps))
	}
	if s.budget -= int64(b.size); s.budget < 0 {
		s.at = b.end()
		return nil
	}
	return s.resync(s.at + 4) // bytes may be missing: the next block may begin inside this one
}

func (s *scanner) checksum(b *block) (uint32, error) {
	crc := uint32(0)
	for at := b.offset + frameSize; at < b.end(); {
		p := s.buf
		if n := b.end() - at; n < int64(len(p)) {
			p = p[:n]
		}
		if err := s.r.read(p, at); err != nil {
			return 0, err
		}
		crc = crc32.Update(crc, castagnoli, p)
		at += int64(len(p))
	}
	return crc, nil
}

// resync goes to the next frame at from or behind it, else to the end of the log or of the file.
func (s *scanner) resync(from int64) error {
	s.at = from
	for s.at < s.r.size {
		p := s.buf
		if n := s.r.size - s.at; n < int64(len(p)) {
			p = p[:n]
		}
		if err := s.r.read(p, s.at); err != nil {
			return err
		}
		for i := 0; ; i++ {
			k := bytes.Index(p[i:], syncBytes)
			if k < 0 {
				break
			}
			if i += k; len(p)-i < frameSize {
				break
			}
			if _, ok := parseFrame(p[i:i+frameSize], s.at+int64(i)); ok {
				s.at += int64(i)
				return nil
			}
		}
		if k := s.endIn(p); k >= 0 {
			s.at += int64(k)
			return nil
		}
		if s.at+int64(len(p)) == s.r.size {
			s.at = s.r.size
			return nil
		}
		s.at += int64(len(p)) - frameSize + 1
	}
	s.at = s.r.size
	return nil
}

// endIn returns where p, which is at the scanner's place, has the end of the log, or -1.
func (s *scanner) endIn(p []byte) int {
	for i := 0; ; i++ {
		k := bytes.Index(p[i:], []byte(endMagic))
		if k < 0 {
			return -1
		}
		i += k
		if from := i + len(endMagic) - endSize; from >= 0 {
			if _, ok := s.parseEnd(p[from:from+endSize], s.at+int64(from)); ok {
				return from
			}
		}
	}
}
