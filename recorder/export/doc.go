// Package export converts logs to formats of other programs. JSON lines are lossless. CSV and Parquet have every bit of
// their numbers, but neither the hashes of frames nor, of events, the velocities before and after and the single points.
// glTF is for viewing, in single precision. MCAP, for Foxglove and Rerun, holds exact poses at the chosen frames.
//
// It is separate from package recorder, so that a reader of logs does not depend on the libraries of these formats.
package export
