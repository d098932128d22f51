package main

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/prang-sim/prang/sim/geom"
)

// frame is a measured state: pose, velocity, and angular velocity in the body's frame.
type frame struct {
	x    geom.Vec
	q    geom.Quat
	v, w geom.Vec
}

// toss is the frames of one toss, frameTime apart.
type toss []frame

// fields of a row.
const fields = 16

func readFile(name string) ([]toss, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	t, err := read(z)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// read reads rows; a toss ends where its number changes. Frames of a toss must be numbered 0, 1, 2, ...
func read(r io.Reader) ([]toss, error) {
	var tosses []toss
	last := ""
	s := bufio.NewScanner(r)
	for line := 1; s.Scan(); line++ {
		if line == 1 {
			continue // the names of the columns
		}
		cells := strings.Split(s.Text(), ",")
		if len(cells) != fields {
			return nil, fmt.Errorf("line %d: %d cells, want %d", line, len(cells), fields)
		}
		var v [fields]float64
		for i := range v {
			x, err := strconv.ParseFloat(cells[i], 64)
			if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
				return nil, fmt.Errorf("line %d: cell %d: %q is not a finite number", line, i+1, cells[i])
			}
			v[i] = x
		}
		if cells[0] != last {
			tosses, last = append(tosses, nil), cells[0]
		}
		t := &tosses[len(tosses)-1]
		if int(v[1]) != len(*t) {
			return nil, fmt.Errorf("line %d: frame %s of toss %s, want %d", line, cells[1], cells[0], len(*t))
		}
		*t = append(*t, frame{
			x: geom.Vec{X: v[3], Y: v[4], Z: v[5]}, q: geom.Quat{W: v[6], V: geom.Vec{X: v[7], Y: v[8], Z: v[9]}}.Normalize(),
			v: geom.Vec{X: v[10], Y: v[11], Z: v[12]}, w: geom.Vec{X: v[13], Y: v[14], Z: v[15]},
		})
	}
	return tosses, s.Err()
}
