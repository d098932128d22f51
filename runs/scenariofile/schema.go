package scenariofile

import (
	"bytes"
	_ "embed"
)

// Schema is the JSON Schema (draft 2020-12) of a scenario. It accepts everything that Parse accepts; Parse, which knows
// units, files and geometry, refuses more.
//
//go:embed schema.json
var Schema []byte

// IncludedSchema returns the JSON Schema (draft 2020-12) of a file that scenarios include.
func IncludedSchema() []byte {
	schema := Schema
	for _, change := range [][2]string{
		{"schema/scenario-1.json", "schema/included-1.json"}, {"\"prang scenario\"", "\"prang included file\""},
		{"A scenario of the rigid-body simulator prang.", "A file that scenarios of the rigid-body simulator prang include: parameters, settings, materials and pairs."},
		{"\"$ref\": \"#/$defs/scenario\"", "\"$ref\": \"#/$defs/included\""},
	} {
		schema = bytes.Replace(schema, []byte(change[0]), []byte(change[1]), 1)
	}
	return schema
}
