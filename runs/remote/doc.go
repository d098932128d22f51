// Package remote lets other machines make the runs of a sweep. A Server hands the scenarios and the runs of a sweep.Sweep
// out over HTTP; Work asks for them, makes them and sends the results back. As runs have the same bits everywhere, the
// results do not depend on who made them. A worker that vanishes loses nothing: its runs are handed out again.
//
// Requests and answers are JSON. GET /sweep gives an Offer, the scenarios once; POST /take a TakeResponse for a
// TakeRequest; POST /put takes a PutRequest. There is no encryption and no password: it is for networks whose machines
// trust each other.
package remote

import (
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/sweep"
)

// Schema names the form of requests and answers.
const Schema = "prang.work/1"

// Offer is what a worker needs to make any run.
type Offer struct {
	Schema    string     `json:"schema"`
	Name      string     `json:"name"`
	Engine    string     `json:"engine"`
	Plan      string     `json:"plan_hash"`
	Runs      int        `json:"runs"`
	Scenarios []Scenario `json:"scenarios"`
}

// Scenario is a scenario with its files.
type Scenario struct {
	Name  string          `json:"name"`
	Files []document.File `json:"files"`
}

// TakeRequest asks for runs.
type TakeRequest struct {
	Plan   string `json:"plan_hash"`
	Worker string `json:"worker"` // a name of its own
	Most   int    `json:"most"`
}

// TakeResponse are runs to be made. It is empty while others make all that are left, and, with Over, when all have results.
type TakeResponse struct {
	Runs []Run `json:"runs"`
	Over bool  `json:"over"`
}

// Run is a run to be made.
type Run struct {
	Number   int                    `json:"number"`
	Scenario int                    `json:"scenario"` // index
	Set      []scenariofile.Setting `json:"set"`
}

// PutRequest is what came of a run; given back, the run was not made.
type PutRequest struct {
	Plan   string          `json:"plan_hash"`
	Worker string          `json:"worker"`
	Run    sweep.Variation `json:"run"`
	Back   bool            `json:"back,omitempty"`
}
