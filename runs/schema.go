package runs

import _ "embed"

// Schema is the JSON Schema (draft 2020-12) of a scenario. What it accepts may still be refused by Parse, which knows
// units, files and geometry; what Parse accepts, it accepts.
//
//go:embed schema.json
var Schema []byte

// Guide tells how scenarios are written, with examples, as Markdown.
//
//go:embed scenario.md
var Guide string
