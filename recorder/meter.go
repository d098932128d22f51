package recorder

import (
	"strings"

	"github.com/prang-sim/prang/recorder/rangecoder"
)

// meter sums the bits spent on each kind of data; a nil meter does nothing.
type meter struct {
	bits  map[string]float64
	count map[string]int
	last  float64
}

// note adds the bits spent since the last call.
func (m *meter) note(c *rangecoder.Encoder, what ...string) {
	if m != nil {
		m.add(c, what)
	}
}

func (m *meter) add(c *rangecoder.Encoder, what []string) {
	now := c.Spent()
	if len(what) > 0 {
		name := strings.Join(what, " ")
		m.bits[name] += now - m.last
		m.count[name]++
	}
	m.last = now
}

var (
	vectorNames = [vectorCount]string{vectorX: "x", vectorQ: "q", vectorV: "v", vectorL: "L"}
	gridNames   = [2]string{"residuals", "lines"}
	stateNames  = [states4]string{"", "behind impact", "impact"}
)

var eventVectorNames = map[int]string{0: "normal", 3: "closing", 4: "impulse", 7: "V before A", 10: "W before A", 13: "V before B", 16: "W before B",
	19: "V after A", 22: "W after A", 25: "V after B", 28: "W after B", 31: "energy", kindPlace: "place", kindPush: "push", kindTime: "time"}
