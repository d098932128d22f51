//go:build long

package recorder

// seekSteps is the length of the log in which the benchmark seeks: an hour, some gigabytes.
const seekSteps = 864_000

// flippedLogs is how many logs with one to three flipped bits are read.
const flippedLogs = 10_000

// readStride says of which truncated logs all frames are read: of each readStride-th length.
const readStride = 1

// forgedLogs is how many logs with forged payloads are read.
const forgedLogs = 2000
