// Package recorder writes and reads logs: files NAME.prang that hold every step of a run, compact and
// lossless. It knows the values of package record and the frozen predictors of package rigid, never the engine.
//
// A log is written in chunks of at most 240 steps, each with one write and each complete by itself. What a killed
// writer leaves behind is readable up to its last whole chunk, and a damaged chunk does not affect the others.
// FORMAT.md in this directory defines the format. Open reads a log; its example finds the values of a body.
//
// Equal input gives equal bytes: a log holds no clock, machine name, architecture or language version. A reader returns
// bit for bit what the writer was given; every chunk has a hash of its decoded values to check it.
package recorder
