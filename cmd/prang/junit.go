package main

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
)

// junitSuite is the report that continuous integration reads.
type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr,omitempty"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	File    string        `xml:"file,attr,omitempty"`
	Seconds string        `xml:"time,attr,omitempty"`
	Failure *junitProblem `xml:"failure,omitempty"`
	Error   *junitProblem `xml:"error,omitempty"`
	Skipped *junitProblem `xml:"skipped,omitempty"`
	Out     string        `xml:"system-out,omitempty"`
}

type junitProblem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// newProblem returns a problem whose message is the first line.
func newProblem(lines []string) *junitProblem {
	p := &junitProblem{Text: strings.Join(lines, "\n")}
	if len(lines) > 0 {
		p.Message = lines[0]
	}
	return p
}

// add adds a case with its duration.
func (s *junitSuite) add(c junitCase, took time.Duration) {
	if took > 0 {
		c.Seconds = fmt.Sprintf("%.3f", took.Seconds())
	}
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	if c.Error != nil {
		s.Errors++
	}
	if c.Skipped != nil {
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

// writeSuite writes a suite to a file; an empty path stands for none.
func (a *app) writeSuite(ctx context.Context, path string, s *junitSuite) error {
	if path == "" {
		return nil
	}
	text, err := xml.MarshalIndent(struct {
		XMLName xml.Name `xml:"testsuites"`
		Suite   *junitSuite
	}{Suite: s}, "", "  ")
	if err != nil {
		return err
	}
	return a.writeFile(ctx, "junit", path, func(w io.Writer) error {
		_, err := w.Write(append([]byte(xml.Header), append(text, '\n')...))
		return err
	})
}
