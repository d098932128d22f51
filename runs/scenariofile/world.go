package scenariofile

import (
	"fmt"
	"strings"

	"github.com/prang-sim/prang/runs/document"
)

// Explain returns an error of sim.New, of the scenario's definition, as one of its file, with the places of what it is about.
func (s *Scenario) Explain(err error) error {
	if len(s.Files) == 0 {
		return fmt.Errorf("scenario %s: %w", s.Name, err)
	}
	err = document.NewInvalidError(s.problems(err), document.File{Name: s.file, Data: s.Files[0].Data})
	if s.ofCase != nil {
		err = s.ofCase.problem(err, s.Files[0].Data)
	}
	return err
}

// problems returns the errors in an error of sim.New, with their places as far as they have any.
func (s *Scenario) problems(err error) []document.Problem {
	var list []document.Problem
	for _, e := range single(err) {
		p, ok := s.placed(e)
		if !ok {
			p = s.ofObject(e.Error())
		}
		list = append(list, p)
	}
	return list
}

// ofObject returns what sim.New says of an object, as in body "a": mass: …, with the place of the object; without a place
// where it says anything else.
func (s *Scenario) ofObject(text string) document.Problem {
	kind, rest, _ := strings.Cut(text, ` "`)
	name, what, ok := strings.Cut(rest, `": `)
	p, known := s.objects[kind+" "+name]
	if !ok || !known {
		return document.Problem{File: s.file, What: text}
	}
	p.What = what
	return p
}

// single returns the errors that are joined in one.
func single(err error) (list []error) {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	for _, e := range joined.Unwrap() {
		list = append(list, single(e)...)
	}
	return list
}
