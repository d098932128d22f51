package main

import "testing"

// Every command has an example in its help, those that come with cobra too.
func TestCommands_HaveExamples(t *testing.T) {
	a, _, _ := testApp()
	for _, c := range a.root().Commands() {
		if c.Run == nil && c.RunE == nil { // a topic of help
			continue
		}
		if c.Example == "" {
			t.Errorf("%s has no example", c.Name())
		}
	}
}
