// Package runs turns a scenario file into a world, runs it, writes its log, and says what happened. It stands above
// package sim and package recorder and is what the program prang is a thin shell around.
//
// A scenario (Load, Parse) is YAML or JSON; Guide tells how it is written, Schema is its JSON Schema. Run builds the world, steps it and writes the log;
// a Reporter that is fed a log's header and its frames assembles the report, so that a run and a replay print the same.
// Verify runs the scenario that a log carries once more and compares every bit. Golden compares a scenario's run with
// the text file beside it.
package runs
