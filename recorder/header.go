package recorder

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/cespare/xxhash/v2"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// The levels of a log.
const (
	LevelFull   = "full"   // every step can be read without the engine
	LevelVerify = "verify" // hashes of every step and states at intervals: the engine that wrote it runs the scenario again
)

// Header describes the content of a log. NewWriter fills in Format, Codec, Level if empty, and Assets.
type Header struct {
	Format   int              `json:"format"`          // major version of the format
	Engine   string           `json:"engine"`          // name and version of the engine; no platform, no clock
	Scenario string           `json:"scenario"`        // its name
	Case     string           `json:"case,omitempty"`  // of the scenario, whose values the run had; "" for none
	Set      []Parameter      `json:"set,omitempty"`   // values of parameters that were set, those of the case too
	Step     float64          `json:"step"`            // [s], above zero
	Gravity  geom.Vec         `json:"gravity"`         // [m/s²]
	Level    string           `json:"level"`           // LevelFull or LevelVerify
	Codec    int              `json:"codec,omitempty"` // how chunks are coded: 0 and 1 as in 1.0, 2 as in 1.3, 3 as in 1.4, 4 as in 1.5, 5 as in 1.6, 6 as in 1.7 and 1.8, 7 as from 1.9, 8 as from 1.13 on
	Objects  []record.Object  `json:"objects"`
	Columns  []record.Column  `json:"columns"`
	Contacts bool             `json:"contacts,omitempty"` // frames have contact forces
	Settings json.RawMessage  `json:"settings,omitempty"` // the engine's, any JSON
	Assets   []AssetReference `json:"assets,omitempty"`
}

// Parameter is a value of a parameter of the scenario, which stands in the assets in place of the scenario's own.
type Parameter struct {
	Name  string `json:"name"`
	Value string `json:"value"` // "50 km/h"
}

// AssetReference names an asset of a log.
type AssetReference struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`   // bytes
	SHA256 string `json:"sha256"` // in hexadecimal
}

// Asset is a file stored in a log: the scenario, a file that it includes, or a mesh.
type Asset struct {
	Name string
	Data []byte
}

// Ways in which a run ends.
const (
	Complete    = "complete"
	Interrupted = "interrupted"
	Failed      = "failed"
)

// Summary is how a run ended.
type Summary struct {
	Steps     int64  // frames in the log, the start included; Close fills it in
	FinalHash uint64 // Frame.Hash of the last; Close fills it in
	Contacts  uint64 // hash of the contact forces of all steps, 0 where there are none; Close fills it in
	Ended     string // Complete, Interrupted or Failed
	Message   string // why, for people
}

// checkEnded refuses a way to end that the format does not have.
func (s *Summary) checkEnded() error {
	switch s.Ended {
	case Complete, Interrupted, Failed:
		return nil
	}
	return fmt.Errorf("log summary: ended %q: give %q, %q or %q", s.Ended, Complete, Interrupted, Failed)
}

type summaryJSON struct {
	Steps     int64  `json:"steps"`
	FinalHash string `json:"finalHash"`          // 16 hexadecimal digits: a double does not hold 64 bits
	Contacts  string `json:"contacts,omitempty"` // the same
	Ended     string `json:"ended"`
	Message   string `json:"message,omitempty"`
}

func (s *Summary) marshal() ([]byte, error) {
	j := summaryJSON{Steps: s.Steps, FinalHash: fmt.Sprintf("%016x", s.FinalHash), Ended: s.Ended, Message: s.Message}
	if s.Contacts != 0 {
		j.Contacts = fmt.Sprintf("%016x", s.Contacts)
	}
	return json.Marshal(j)
}

func (s *Summary) unmarshal(b []byte) error {
	var j summaryJSON
	if err := json.Unmarshal(b, &j); err != nil {
		return err
	}
	*s = Summary{Steps: j.Steps, Ended: j.Ended, Message: j.Message}
	var err error
	if s.FinalHash, err = strconv.ParseUint(j.FinalHash, 16, 64); err == nil && j.Contacts != "" {
		s.Contacts, err = strconv.ParseUint(j.Contacts, 16, 64)
	}
	return err
}

// complete fills in what the writer knows and validates the rest.
func (h *Header) complete(assets []Asset) error {
	h.Format, h.Codec = Major, lastCodec
	if h.Level == "" {
		h.Level = LevelFull
	}
	if len(h.Settings) == 0 {
		h.Settings = nil
	}
	h.Assets = nil
	for i := range assets {
		a := &assets[i]
		if a.Name == "" || len(a.Name) > maxNameSize {
			return fmt.Errorf("asset %d: its name has %d bytes, must have 1 to %d", i, len(a.Name), maxNameSize)
		}
		if len(a.Data) > maxAssetSize {
			return fmt.Errorf("asset %q: %d bytes, at most %d fit", a.Name, len(a.Data), maxAssetSize)
		}
		sum := sha256.Sum256(a.Data)
		h.Assets = append(h.Assets, AssetReference{a.Name, int64(len(a.Data)), hex.EncodeToString(sum[:])})
	}
	return h.validate()
}

// WorldName is the object of the quantities of all bodies together in tables, and the frame of all poses.
const WorldName = "world"

// checkObjects refuses objects that programs which read the log could not tell apart, or whose states they would not
// find. Logs of other writers may have them.
func (h *Header) checkObjects() error {
	names, places := make(map[string]int, len(h.Objects)), h.Places()
	for i := range h.Objects {
		o := &h.Objects[i]
		if other, ok := names[o.Name]; ok {
			return fmt.Errorf("objects %d and %d are both called %q: give each a name of its own", other, i, o.Name)
		}
		names[o.Name] = i
		if o.Name == WorldName && o.Kind != record.Static {
			return fmt.Errorf("object %d is called %q, which is the world in tables: give it another name", i, o.Name)
		}
		if o.Kind == record.Body && places.Body(i) < 0 {
			return fmt.Errorf("object %d (%q) is a body without the columns x 3, q 4, v 3, L 3 side by side", i, o.Name)
		}
	}
	return nil
}

// validate returns an error for a header that this program cannot write or read.
func (h *Header) validate() error {
	if h.Format != Major {
		return fmt.Errorf("format %d: %w", h.Format, ErrVersion)
	}
	if h.Codec < 0 || h.Codec > lastCodec {
		return fmt.Errorf("codec %d is not known: a newer prang may read this log", h.Codec)
	}
	if h.Level != LevelFull && h.Level != LevelVerify {
		return fmt.Errorf("level %q is not known: %q and %q are; a newer prang may read this log", h.Level, LevelFull, LevelVerify)
	}
	if !(h.Step > 0) || math.IsInf(h.Step, 0) {
		return fmt.Errorf("step of %v s: must be above zero and finite", h.Step)
	}
	if !h.Gravity.IsFinite() {
		return errors.New("gravity is not finite")
	}
	for i := range h.Objects {
		if err := h.Objects[i].CheckPlaced(); err != nil {
			return fmt.Errorf("object %d (%q): %w", i, h.Objects[i].Name, err)
		}
	}
	names := make(map[string]bool, len(h.Assets))
	for i := range h.Assets {
		if names[h.Assets[i].Name] {
			return fmt.Errorf("asset %q is there twice", h.Assets[i].Name)
		}
		names[h.Assets[i].Name] = true
	}
	return h.validateColumns()
}

// validateColumns checks that what owns a column, and every column of an owner, has a name of its own.
func (h *Header) validateColumns() error {
	type key struct {
		owner int32
		name  string
	}
	owners := make(map[string]int32)
	seen := make(map[key]bool, len(h.Columns))
	for i := range h.Columns {
		c := &h.Columns[i]
		if err := checkColumn(h, i); err != nil {
			return err
		}
		if seen[key{c.Owner, c.Name}] {
			return fmt.Errorf("column %d: %s has %q twice", i, h.ownerName(c.Owner), c.Name)
		}
		seen[key{c.Owner, c.Name}] = true
		if c.Owner < 0 {
			continue
		}
		name := h.Objects[c.Owner].Name
		if name == "" {
			return fmt.Errorf("object %d has columns but no name", c.Owner)
		}
		if other, ok := owners[name]; ok && other != c.Owner {
			return fmt.Errorf("objects %d and %d are both called %q", other, c.Owner, name)
		}
		owners[name] = c.Owner
	}
	return nil
}

// ownerName names an owner of columns for messages.
func (h *Header) ownerName(owner int32) string {
	if owner < 0 || int(owner) >= len(h.Objects) {
		return "the world"
	}
	return strconv.Quote(h.Objects[owner].Name)
}

// logID binds chunks to the header of their log: the xxHash64 of its JSON.
func logID(headerJSON []byte) uint64 { return xxhash.Sum64(headerJSON) }

// parseHeader reads and validates the JSON of a header.
func parseHeader(b []byte) (*Header, *layout, error) {
	type plain Header
	var j struct {
		plain
		Objects json.RawMessage `json:"objects"`
		Columns json.RawMessage `json:"columns"`
	}
	if err := json.Unmarshal(b, &j); err != nil {
		return nil, nil, err
	}
	h := Header(j.plain)
	var err error
	if h.Objects, err = parseObjects(j.Objects); err != nil {
		return nil, nil, fmt.Errorf("objects: %w", err)
	}
	if h.Columns, err = parseList[record.Column](j.Columns, minColumnJSON); err != nil {
		return nil, nil, fmt.Errorf("columns: %w", err)
	}
	if err := h.validate(); err != nil {
		return nil, nil, err
	}
	l, err := newLayout(&h)
	if err != nil {
		return nil, nil, err
	}
	return &h, l, nil
}

// parseObjects reads the objects of a header, with the lists in them.
func parseObjects(b []byte) ([]record.Object, error) {
	type plain record.Object
	type object struct {
		plain
		Parts  json.RawMessage `json:"parts"`
		Wheels json.RawMessage `json:"wheels"`
	}
	read, err := parseList[object](b, minObjectJSON)
	if err != nil || read == nil {
		return nil, err
	}
	list := make([]record.Object, len(read))
	for i := range read {
		o := record.Object(read[i].plain)
		if o.Parts, err = parseList[record.Part](read[i].Parts, minPartJSON); err != nil {
			return nil, fmt.Errorf("%d: parts: %w", i, err)
		}
		if o.Wheels, err = parseList[record.MountedWheel](read[i].Wheels, minWheelJSON); err != nil {
			return nil, fmt.Errorf("%d: wheels: %w", i, err)
		}
		list[i] = o
	}
	return list, nil
}

// parseList reads a JSON array or null. It refuses more elements than their least size justifies, so that a small text
// makes no large slice.
func parseList[T any](b []byte, least int) ([]T, error) {
	dec := json.NewDecoder(bytes.NewReader(b))
	t, err := dec.Token()
	if err != nil {
		if len(b) == 0 {
			return nil, nil
		}
		return nil, err
	}
	if t == nil {
		return nil, nil
	}
	if t != json.Delim('[') {
		return nil, errors.New("not an array")
	}
	list := []T{}
	for dec.More() {
		if len(list) >= len(b)/least {
			return nil, fmt.Errorf("more than %d elements in %d bytes", len(list), len(b))
		}
		var e T
		if err := dec.Decode(&e); err != nil {
			return nil, err
		}
		if len(list) == cap(list) { // by doubling, but not beyond what the text has room for
			list = slices.Grow(list, min(max(16, len(list)), len(b)/least-len(list)))
		}
		list = append(list, e)
	}
	return list, nil
}
