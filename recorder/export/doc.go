// Package export converts logs to formats of other programs. CSV, JSON lines and Parquet are lossless. glTF is for
// viewing, in single precision. MCAP, for Foxglove and Rerun, holds exact poses at the chosen frames.
//
// It is separate from package recorder, so that a reader of logs does not depend on the libraries of these formats.
package export
