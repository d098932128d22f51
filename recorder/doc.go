// Package recorder writes and reads logs: files NAME.prang that hold every step of a run, without loss and small, and it
// compares two of them. It knows the values of package record and the frozen predictors of package rigid, never the engine.
//
// A log is written in chunks of at most 240 steps, each in one write and each complete by itself: what a killed writer
// leaves behind is readable up to its last whole chunk, and a damaged chunk does not harm the others. FORMAT.md in this
// directory is the format's definition.
//
// Equal input gives equal bytes: a log holds no clock, no name of a machine, no architecture and no version of the
// language. What a reader gives back is bit for bit what the writer was given, checked by a hash of the decoded values in
// every chunk.
package recorder
