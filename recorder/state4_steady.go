package recorder

import (
	"fmt"
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// Most rows of bodies that fly are as predicted, one after the other. Where the frame says that the integrator has made
// an attitude (record.Frame.Turned), an encoder takes it for the predicted one, and what is left to do for such a row is
// little: it changes nothing of body4 but what follows from the rows.

// steady4 is what an encoder keeps of a body for such rows, side by side with those of other bodies.
type steady4 struct {
	rows   uint8   // in succession that were as predicted and left nothing to remember, up to settled
	behind bool    // body4 has not seen the last row
	falls  bool    // v is predicted to fall
	light  bool    // L is on its grid, and v may be
	known  bool    // the attitude in the current row is the predicted one
	weighs bool    // there is a ledger, and the body has a mass
	drifts bool    // and no weight
	spin   float64 // twice its energy of rotation in the last row
	body   rigid.Predict7Body
}

// settled is the number of rows as predicted after which another one changes nothing: the errors and the history of
// body4 are those of three rows.
const settled = 3

// checkTurns is the steps of which the attitudes of eight bodies are computed though the frame says that the integrator
// has made them: those whose number, and that of the eight, has no bit of it.
var checkTurns int64 = 255

// turnKnown stands for the place of the turn of a body whose attitude in the current row is the predicted one.
const turnKnown = -2

// wrongTurn is a body whose attitude in a row is not what the integrator makes though the frame says so.
type wrongTurn struct {
	row    int
	object int32
}

// in returns the error for a wrong turn in a chunk with this first step.
func (t *wrongTurn) in(first int64) error {
	return fmt.Errorf("log: step %d: Turned says that object %d has turned as the integrator does, and it has not, or not to its spin in Spins: leave Turned out where steps are left out or values changed",
		first+int64(t.row), t.object)
}

// turned4 is a row, and what is known of its attitudes.
type turned4 struct {
	turned []bool     // of each object, as in record.Frame; none where nothing is known
	spins  []geom.Vec // of those that move
	step   int64
	struck bool // impacts have met bodies

	row, prev []uint64 // that row, and the one before
}

// turnsOf returns row s and what is known of its attitudes.
func (c *coder4) turnsOf(s int) turned4 {
	k := turned4{step: c.events.model.first + int64(s), struck: len(c.events.model.known) > 0}
	k.row, k.prev = c.rows[s*c.layout.values:], c.rows[(s-1)*c.layout.values:]
	if n := len(c.layout.bodies); len(c.turned) > 0 {
		k.turned = c.turned[s*n:][:n]
	}
	if n := c.layout.moving; len(c.spins) > 0 {
		k.spins = c.spins[s*n:][:n]
	}
	return k
}

// of reports whether the frame says that the integrator has made the attitude of a body.
func (k *turned4) of(g *group4) bool { return uint(g.owner) < uint(len(k.turned)) && k.turned[g.owner] }

// spinOf returns the angular velocity that the frame says a body has whose attitude it says the integrator has made, nil
// where it says none, or the attitude is not finite.
func (k *turned4) spinOf(g *group4) *geom.Vec {
	if uint(g.owner) >= uint(len(k.spins)) || !finite4((*[4]uint64)(k.row[g.at+atQ:])) {
		return nil
	}
	if w := &k.spins[g.owner]; w.X == w.X {
		return w
	}
	return nil
}

// sameSpin reports whether two angular velocities are the same to the last bit, or components of both no numbers.
func sameSpin(a, b geom.Vec) bool {
	return (bitsOf(a.X)^bitsOf(b.X))|(bitsOf(a.Y)^bitsOf(b.Y))|(bitsOf(a.Z)^bitsOf(b.Z)) == 0
}

// attitudeKnown reports whether the attitude of a body in a row is known to be the predicted one.
func (c *coder4) attitudeKnown(k *turned4, g *group4) bool {
	return k.of(g) && (k.step+int64(g.body)/8)&checkTurns != 0 && !(k.struck && c.events.model.struck(g.owner) != nil)
}

// goesOn reports whether a body whose attitude is as predicted is so in all of a row, and has been for long. There is
// nothing to store then but that it is. It adds the gain of the body to the balance.
func (c *coder4) goesOn(k *turned4, g *group4) bool {
	t := &c.steady[g.body]
	if !t.known || t.rows < settled {
		return false
	}
	row, prev := (*[bodyValues]uint64)(k.row[g.at:]), (*[bodyValues]uint64)(k.prev[g.at:])
	different := (prev[atL] ^ row[atL]) | (prev[atL+1] ^ row[atL+1]) | (prev[atL+2] ^ row[atL+2])
	v0, v1 := vecAt(prev[:], atV), vecAt(row[:], atV)
	if f := &c.layout.fall; t.falls {
		different |= bitsApart(row[atV], v0.X+f[0]) | bitsApart(row[atV+1], v0.Y+f[1]) | bitsApart(row[atV+2], v0.Z+f[2])
	} else {
		different |= (prev[atV] ^ row[atV]) | (prev[atV+1] ^ row[atV+1]) | (prev[atV+2] ^ row[atV+2])
	}
	x0 := vecAt(prev[:], atX)
	x := x0
	if (prev[atV]|prev[atV+1]|prev[atV+2]|row[atV]|row[atV+1]|row[atV+2])<<1 != 0 {
		x = rigid.Predict1Position(x0, v0, v1, c.layout.step)
	} else if asleep(prev[atV:]) {
		return false
	}
	different |= bitsApart(row[atX], x.X) | bitsApart(row[atX+1], x.Y) | bitsApart(row[atX+2], x.Z)
	if different != 0 || !tame(x) {
		return false
	}
	spun := 0.0
	if w := k.spinOf(g); w != nil {
		spun = rigid.Predict2Dot(*w, vecAt(row[:], atL))
	} else {
		spun = t.body.Spin(row)
	}
	if spun-spun != 0 || t.light && c.bodies[g.body].grid.fits(row[:]) {
		return false // neither of an infinite attitude nor of one that is no number the prediction is the same
	}
	t.behind = true
	switch {
	case t.drifts:
		t.body.Drift(&c.balance.gain, x0, x, v0, t.spin, spun)
	case t.weighs:
		t.body.Move(&c.balance.gain, &c.balance.by[record.ByGravity], prev, row, t.spin, spun)
	}
	t.spin = spun
	return true
}

// tame reports whether the components of a place are numbers below 2^1000 in size. What Predict1Position makes into such a one, and
// the sum of the velocities that it goes with, is finite.
func tame(v geom.Vec) bool { return math.Abs(v.X)+math.Abs(v.Y)+math.Abs(v.Z) < 0x1p1000 }

// bitsApart returns in which bits a number differs from a prediction.
func bitsApart(b uint64, p float64) uint64 { return b ^ math.Float64bits(p) }

// finite4 reports whether four numbers are all finite.
func finite4(b *[4]uint64) bool {
	w, x, y, z := math.Float64frombits(b[0]), math.Float64frombits(b[1]), math.Float64frombits(b[2]), math.Float64frombits(b[3])
	return (w-w)+(x-x)+((y-y)+(z-z)) == 0
}

// turnsTo reports whether the attitude of the current row is what its turn makes of it, or the body was struck and it
// is another one that counts.
func (b *body4) turnsTo(turns []rigid.Predict5Turn) bool {
	q := (*[4]uint64)(b.now[atQ:])
	if b.hit != nil || !finite4(q) {
		return true
	}
	p := [4]uint64(b.prev[atQ:])
	if b.turn >= 0 {
		putQuat(p[:], turns[b.turn].Q)
	}
	return *q == p
}

// learn learns from a row that body4 has coded.
func (t *steady4) learn(b *body4) {
	last := &b.last[0]
	if b.any || b.hit != nil || b.onGrid || b.errors[0] != ([7]float64{}) || last[vectorV] > 1 || last[vectorL] > 1 {
		t.rows = 0
		return
	}
	if t.rows = min(t.rows+1, settled); t.rows == settled {
		t.falls = last[vectorV] == 0
		t.spin = rigid.Predict2Dot(b.w1, vecAt(b.now[:], atL))
		t.light = b.grid != nil && b.grid.l[0].hasAll(vecAt(b.now[:], atL))
	}
}

// catchUp brings the predictor of a body up to row s-1.
func (b *body4) catchUp(t *steady4, s int) {
	if !t.behind {
		return
	}
	t.behind = false
	b.goTo(s - 1)
	b.steady[vectorV] = rigid.Predict2Sub(vecAt(b.now[:], atV), vecAt(b.prev[:], atV))
	b.steady[vectorL] = rigid.Predict2Sub(vecAt(b.now[:], atL), vecAt(b.prev[:], atL))
	b.w1 = b.rate(b.now)
}
