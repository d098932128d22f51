package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/sweep"
)

// Bounds of requests.
const (
	maxRequest = 16 << 20 // bytes
	mostTaken  = 1024     // runs at a time
)

// Server is the HTTP handler of a sweep.
type Server struct {
	sweep *sweep.Sweep
	mux   *http.ServeMux
	offer []byte
	plan  string // its hash, which takes as long as its meshes are large

	mu      sync.Mutex
	waiting map[string]bool // workers that have not been told that it is over
	met     func(worker string)
}

// NewServer returns the server of a sweep. met, if not nil, is called for each worker that asks for the first time.
func NewServer(s *sweep.Sweep, met func(worker string)) (*Server, error) {
	p := s.Plan()
	offer := Offer{Schema: Schema, Name: p.Name, Engine: runs.MeasuredEngine(), Plan: p.Hash(), Runs: p.Runs()}
	for i := range p.Scenarios {
		offer.Scenarios = append(offer.Scenarios, Scenario{p.Scenarios[i].Name, p.Scenarios[i].Files})
	}
	data, err := json.Marshal(&offer)
	if err != nil {
		return nil, err
	}
	h := &Server{sweep: s, mux: http.NewServeMux(), offer: data, plan: offer.Plan, waiting: map[string]bool{}, met: met}
	h.mux.HandleFunc("GET /sweep", func(w http.ResponseWriter, _ *http.Request) { answer(w, h.offer) })
	h.mux.HandleFunc("POST /take", h.take)
	h.mux.HandleFunc("POST /put", h.put)
	return h, nil
}

// ServeHTTP answers a request. A page in a browser cannot make one: the type of a POST is not one that pages of other
// sites may send.
func (h *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost && r.Header.Get("Content-Type") != "application/json" {
		http.Error(w, "the content is no application/json", http.StatusUnsupportedMediaType)
		return
	}
	h.mux.ServeHTTP(w, r)
}

// read reads the JSON of a request.
func (h *Server) read(w http.ResponseWriter, r *http.Request, into any, plan *string) bool {
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		http.Error(w, "the request cannot be read: "+err.Error(), http.StatusBadRequest)
		return false
	}
	if *plan != h.plan {
		http.Error(w, fmt.Sprintf("this is another sweep (plan %s) than that of the request (%s): begin the worker again", h.plan, *plan), http.StatusConflict)
		return false
	}
	return true
}

func (h *Server) take(w http.ResponseWriter, r *http.Request) {
	var req TakeRequest
	if !h.read(w, r, &req, &req.Plan) {
		return
	}
	h.mu.Lock()
	if _, known := h.waiting[req.Worker]; !known && h.met != nil {
		h.met(req.Worker)
	}
	h.waiting[req.Worker] = true
	h.mu.Unlock()
	taken := TakeResponse{Runs: []Run{}}
	for len(taken.Runs) < min(req.Most, mostTaken) {
		number, ok := h.sweep.Take()
		if !ok {
			break
		}
		v, scenario := h.sweep.Run(number)
		taken.Runs = append(taken.Runs, Run{number, scenario, v.Set})
	}
	if len(taken.Runs) == 0 {
		select {
		case <-h.sweep.Done():
			taken.Over = true
			h.mu.Lock()
			h.waiting[req.Worker] = false
			h.mu.Unlock()
		default:
		}
	}
	data, err := json.Marshal(&taken)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, data)
}

func (h *Server) put(w http.ResponseWriter, r *http.Request) {
	var result PutRequest
	if !h.read(w, r, &result, &result.Plan) {
		return
	}
	if result.Back {
		h.sweep.GiveBack(result.Run.Number)
		return
	}
	if result.Run.Outcomes == nil {
		result.Run.Outcomes = []sweep.Outcome{}
	}
	if err := h.sweep.Put(&result.Run); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
	}
}

func answer(w http.ResponseWriter, data []byte) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(data) // a worker that is gone needs no answer
}

// Farewell waits until all workers have been told that the sweep is over, for a limited time.
func (h *Server) Farewell(ctx context.Context, limit time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		h.mu.Lock()
		left := false
		for _, waits := range h.waiting {
			left = left || waits
		}
		h.mu.Unlock()
		if !left {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(20 * time.Millisecond):
		}
	}
}
