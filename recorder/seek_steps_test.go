//go:build !long

package recorder

// seekSteps is the length of the log in which the benchmark seeks: 100 s; an hour with the tag long.
const seekSteps = 24_000

// flippedLogs is how many logs with one to three flipped bits are read.
const flippedLogs = 2000

// readStride says of which truncated logs all frames are read: of each readStride-th length.
const readStride = 16

// forgedLogs is how many logs with forged payloads are read.
const forgedLogs = 500
