// Package runs turns a scenario into a world, runs it, writes its log and reports the result. It stands above packages sim,
// recorder and scenariofile, which reads scenarios; package sweep, which makes many runs, stands above it, and the program
// prang is a thin layer above both.
//
// A scenario (Load) is a file of YAML or JSON, or made in code. Guide explains how to write one. Run builds the world, steps
// it and writes the log. A Reporter assembles the report from a log's header and frames, so that a run and
// a replay print the same. Verify runs the scenario stored in a log again and compares every bit. Golden compares the
// run of a scenario with the golden file next to it.
package runs
