// Package runs turns a scenario file into a world, runs it, writes its log and reports the result. It stands above the
// packages sim and recorder; the program prang is a thin layer above it.
//
// A scenario (Load, Parse) is YAML or JSON. Guide explains how to write one, Schema is its JSON Schema. Run builds the
// world, steps it and writes the log. A Reporter assembles the report from a log's header and frames, so that a run and
// a replay print the same. Verify runs the scenario stored in a log again and compares every bit. Golden compares the
// run of a scenario with the golden file next to it.
package runs
