package recorder

// The limits of the format. A writer refuses what exceeds them, a reader takes it for damage. They bound what a reader
// of a hostile file allocates.
const (
	chunkSteps = 240           // most steps of a chunk
	chunkRows  = 25 << 16      // a chunk has no more raw bytes of values than this, unless a single step has
	chunkBytes = 4 << 20       // nor of events
	chunkRows4 = 11 << 17      // nor, from codec 4 on, than this: a seek decodes a chunk
	wideSteps  = 32            // though, from codec 7 on, chunks of wide frames have this many steps, as far as
	wideRows   = 8 * maxValues // their rows take no more than the widest frame
	rowsOf2    = 5 << 19       // the same for codec 2
	stepsOf1   = 120           // and 1
	rowsOf1    = 4 << 20

	maxValues        = 1 << 20  // values of a frame: 80,000 bodies
	maxHeaderSize    = 64 << 20 // raw bytes of the header
	maxAssetSize     = 1 << 30  // raw bytes of an asset
	maxEventsSize    = 64 << 20 // raw bytes of the events of a chunk
	freeContactBytes = 1 << 20  // of pairs and masks, up to which no ratio limits them
	maxContactBytes  = 64 << 20 // raw bytes of the pairs and masks of a chunk's contact forces
	chunkContacts    = 1 << 16  // a chunk has no more contact forces than this, unless a single step has
	maxContacts      = 1 << 20  // contact forces of a step

	maxNameSize = 4096    // bytes of an asset's name
	maxSteps    = 1 << 53 // steps of a log: a step is exact as a double
	maxPayload  = 1<<31 - 64

	// The least bytes of JSON that an object, a column, a part and a wheel take; more of them than the header has room
	// for are refused.
	minObjectJSON = 64
	minColumnJSON = 32
	minPartJSON   = 16
	minWheelJSON  = 64
)

// stepsPerChunk returns how many steps of the given number of values make a chunk: a function of the number alone, so
// that the borders of chunks never depend on time.
func stepsPerChunk(values, codec int) int {
	most, size := chunkSteps, chunkRows
	switch {
	case codec < 2:
		most, size = stepsOf1, rowsOf1
	case codec == 2:
		size = rowsOf2
	case codec >= 4:
		size = chunkRows4
	}
	if values == 0 {
		return most
	}
	n := size / (8 * values)
	if codec >= 7 {
		n = max(n, min(wideSteps, wideRows/(8*values)))
	}
	return max(1, min(most, n))
}
