package runs

import (
	_ "embed"
)

// Guide explains how to write scenarios, with examples, as Markdown.
//
//go:embed scenario.md
var Guide string

// Limits tells where results are approximate, what is not modelled, and what takes long, as Markdown.
//
//go:embed limits.md
var Limits string
