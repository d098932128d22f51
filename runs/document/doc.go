// Package document reads the files that people write, in YAML or JSON: nodes with their line and column (Kind.Parse),
// mappings with known keys (Decoder, Object), quantities, references to parameters, and the problems of all of it, each with
// its place and a remedy (Problem, InvalidError). It stands above packages units and wording; the readers of scenarios and
// of plans stand above it and know what the keys mean.
package document
