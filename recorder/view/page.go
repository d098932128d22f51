package view

import (
	"bytes"
	_ "embed" // the page
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
)

var (
	//go:embed page/index.html
	index string
	//go:embed assets/view.js
	script string
	//go:embed assets/view.css
	style string
)

// Run is a log to show.
type Run struct {
	Name      string // of the log, as people know it
	Reader    *recorder.Reader
	Selection export.Selection // what of it; see Every
	Notes     []Note           // listed among its events
	// Other are the names that its objects have in the second of two runs, whose distances are shown; nil for their own.
	Other []string
}

// Note is something that a list of events is to have, besides those of the log: limit reached knee.angle: thigh – shin.
type Note struct {
	Time         float64 // [s]
	Kind, Detail string
	Objects      [2]string // of which the log has one at least
}

// Page is what a browser shows of one log or of two. It no longer needs the readers.
type Page struct {
	title string
	parts []part
}

// part is data of a page: "run" is the description as JSON, the others are binary.
type part struct {
	name string
	data []byte
}

// New reads what is shown of one log or of two. In the second one, objects are those of the first that have the same name.
func New(list ...Run) (*Page, error) {
	if len(list) < 1 || len(list) > 2 {
		return nil, errors.New("a page shows one log, or two")
	}
	d := description{Schema: Schema}
	var p Page
	for i := range list {
		if list[i].Reader == nil {
			return nil, fmt.Errorf("run %d has no reader", i)
		}
		run, values, marks, err := describe(&list[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", list[i].Name, err)
		}
		var model bytes.Buffer
		if err := export.GLB(&model, list[i].Reader, run.selection); err != nil {
			return nil, fmt.Errorf("%s: %w", list[i].Name, err)
		}
		d.Runs = append(d.Runs, run)
		p.add("model"+strconv.Itoa(i), model.Bytes())
		p.add("series"+strconv.Itoa(i), values)
		p.add("skids"+strconv.Itoa(i), marks)
	}
	p.title = d.Runs[0].Scenario
	if len(list) == 2 {
		apart, values, err := distances(&list[0], &list[1])
		if err != nil {
			return nil, err
		}
		if d.Apart = apart; apart != nil {
			p.add("apart", values)
		}
	}
	text, err := json.Marshal(&d)
	if err != nil {
		return nil, err
	}
	p.add("run", text)
	return &p, nil
}

func (p *Page) add(name string, data []byte) { p.parts = append(p.parts, part{name, data}) }

// WriteTo writes the page as one HTML file that needs nothing else.
func (p *Page) WriteTo(w io.Writer) (int64, error) {
	c := &counter{w: w}
	err := p.write(c, func(w io.Writer) error {
		for _, part := range p.parts {
			if _, err := fmt.Fprintf(w, `<script type="text/plain" id="%s">`, part.name); err != nil {
				return err
			}
			e := base64.NewEncoder(base64.StdEncoding, w)
			if _, err := e.Write(part.data); err != nil {
				return err
			}
			if err := e.Close(); err != nil {
				return err
			}
			if _, err := io.WriteString(w, "</script>\n"); err != nil {
				return err
			}
		}
		return nil
	})
	return c.n, err
}

// write writes the page with its looks and script, and the data that data writes.
func (p *Page) write(w io.Writer, data func(io.Writer) error) error {
	rest := index
	for _, slot := range []struct {
		name string
		fill func(io.Writer) error
	}{
		{"style", text(style)}, {"data", data}, {"script", text(script)},
	} {
		before, after, found := strings.Cut(rest, "{{"+slot.name+"}}")
		if !found {
			return fmt.Errorf("the page has no place for its %s", slot.name)
		}
		if _, err := io.WriteString(w, before); err != nil {
			return err
		}
		if err := slot.fill(w); err != nil {
			return err
		}
		rest = after
	}
	_, err := io.WriteString(w, rest)
	return err
}

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// ServeHTTP answers with the page at / and with its data beside it.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "only GET is known here", http.StatusMethodNotAllowed)
		return
	}
	w.Header().Set("Cache-Control", "no-store") // another run may be served at this address the next time
	if r.URL.Path == "/" {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_ = p.write(w, func(io.Writer) error { return nil }) // fails only where nobody reads any more
		return
	}
	for _, part := range p.parts {
		if r.URL.Path == "/"+part.name {
			w.Header().Set("Content-Type", http.DetectContentType(part.data))
			w.Header().Set("Content-Length", strconv.Itoa(len(part.data)))
			_, _ = w.Write(part.data)
			return
		}
	}
	http.NotFound(w, r)
}

// counter counts the bytes that go through it.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}
