// Package export writes logs in forms that other programs read: CSV, JSON lines and Parquet hold the numbers to the last bit;
// glTF is for looking at, in single precision; MCAP holds poses to the last bit, at the frames chosen, for Foxglove and Rerun.
//
// It lies apart from package recorder, so that a reader of logs does not pull in the libraries of these forms.
package export
