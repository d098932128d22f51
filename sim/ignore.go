package sim

import (
	"cmp"
	"fmt"
	"slices"
)

// ignored is the table of pairs that pass through each other.
type ignored struct {
	groups int          // the largest group
	apart  []bool       // row by row: members of one group ignore those of another
	pairs  []objectPair // sorted
	listed []objectPair // of them, those of the definition's list, sorted; only if joints can break
	again  []objectPair // pairs of joints that have broken, which meet again
	bodies []int32      // group of each, 0 for none
	static []int32

	ofStatics []objectPair // those of pairs with statics, by static, then by body
	has       []bool       // whether there are bodies of a group
}

// objectPair is two objects, a body first: body a with body b > a, or with static -1-b.
type objectPair struct{ a, b int32 }

func compareObjectPairs(x, y objectPair) int {
	return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
}

// objectPairOf returns the pair of two objects, in the order of an objectPair.
func objectPairOf(a, b int32) objectPair {
	if b >= 0 && b < a || a < 0 {
		return objectPair{b, a}
	}
	return objectPair{a, b}
}

// addIgnored checks and fills the table of pairs that pass through each other.
func (w *World) addIgnored(def *Definition) error {
	g := &w.ignored
	joints := len(g.pairs)
	group := func(n int) int32 {
		g.groups = max(g.groups, n)
		return int32(max(n, 0))
	}
	for i := range def.Bodies {
		g.bodies = append(g.bodies, group(def.Bodies[i].Group))
	}
	for i := range def.Statics {
		g.static = append(g.static, group(def.Statics[i].Group))
	}
	for i := range def.Ignore {
		group(def.Ignore[i].GroupA)
		group(def.Ignore[i].GroupB)
	}
	if g.groups > maxGroups {
		return fmt.Errorf("groups: %d: at most %d", g.groups, maxGroups)
	}
	n := g.groups + 1
	g.apart = make([]bool, n*n)
	for i := range def.Ignore {
		d := &def.Ignore[i]
		if d.GroupA < 0 || d.GroupB < 0 {
			return fmt.Errorf("ignore[%d]: groups %d and %d: give numbers above zero, 0 for none", i, d.GroupA, d.GroupB)
		}
		if d.GroupA == 0 && d.GroupB == 0 && d.A == d.B {
			return fmt.Errorf("ignore[%d]: both objects are %d, which never meets itself: name two", i, d.A)
		}
		for _, o := range [2]Object{d.A, d.B} {
			if int(o) >= len(def.Bodies) || int(-1-o) >= len(def.Statics) && o < 0 && d.GroupA*d.GroupB == 0 {
				return fmt.Errorf("ignore[%d]: there is no object %d", i, o)
			}
		}
		switch {
		case d.GroupA > 0 && d.GroupB > 0:
			g.apart[d.GroupA*n+d.GroupB], g.apart[d.GroupB*n+d.GroupA] = true, true
		case d.GroupA > 0:
			w.ignoreGroup(d.GroupA, int32(d.B))
		case d.GroupB > 0:
			w.ignoreGroup(d.GroupB, int32(d.A))
		default:
			g.pairs = append(g.pairs, objectPairOf(int32(d.A), int32(d.B)))
		}
	}
	if w.breakable {
		g.listed = slices.Clone(g.pairs[joints:])
		slices.SortFunc(g.listed, compareObjectPairs)
	}
	slices.SortFunc(g.pairs, compareObjectPairs)
	for _, p := range g.pairs {
		if p.a >= 0 && p.b < 0 {
			g.ofStatics = append(g.ofStatics, p)
		}
	}
	slices.SortStableFunc(g.ofStatics, func(x, y objectPair) int { return cmp.Compare(y.b, x.b) })
	g.has = make([]bool, n)
	for _, k := range g.bodies {
		g.has[k] = true
	}
	return nil
}

// maxGroups bounds the table of groups.
const maxGroups = 1000

// ignoreGroup lists the pairs of an object with all members of a group.
func (w *World) ignoreGroup(group int, o int32) {
	g := &w.ignored
	for i, k := range g.bodies {
		if int(k) == group {
			g.pairs = append(g.pairs, objectPairOf(o, int32(i)))
		}
	}
	for i, k := range g.static {
		if int(k) == group && o >= 0 {
			g.pairs = append(g.pairs, objectPair{o, int32(-1 - i)})
		}
	}
}

// ignores reports whether body a and body b, or static -1-b, pass through each other.
func (w *World) ignores(a, b int32) bool {
	g := &w.ignored
	if g.groups > 0 {
		other := int32(0)
		if b >= 0 {
			other = g.bodies[b]
		} else {
			other = g.static[-1-b]
		}
		if g.apart[int(g.bodies[a])*(g.groups+1)+int(other)] {
			return true
		}
	}
	if len(g.pairs) == 0 {
		return false
	}
	_, found := slices.BinarySearchFunc(g.pairs, objectPairOf(a, b), compareObjectPairs)
	return found && !slices.Contains(g.again, objectPairOf(a, b))
}

// ignoredOf returns the listed pairs of static i.
func (g *ignored) ignoredOf(i int) []objectPair {
	at := func(b int32) int {
		k, _ := slices.BinarySearchFunc(g.ofStatics, b, func(p objectPair, b int32) int { return cmp.Compare(b, p.b) })
		return k
	}
	return g.ofStatics[at(int32(-1-i)):at(int32(-2-i))]
}

// meetsAll reports whether static j meets all bodies that static i meets.
func (w *World) meetsAll(j, i int) bool {
	g := &w.ignored
	if of, other := int(g.static[j]), int(g.static[i]); of != other {
		for k, has := range g.has {
			if row := k * (g.groups + 1); has && g.apart[row+of] && !g.apart[row+other] && !w.ignoresGroup(k, i) {
				return false
			}
		}
	}
	for _, p := range g.ignoredOf(j) {
		if !w.ignores(p.a, int32(-1-i)) {
			return false
		}
	}
	return true
}

// ignoresGroup reports whether static i passes through all bodies of a group.
func (w *World) ignoresGroup(group, i int) bool {
	if len(w.ignored.ignoredOf(i)) == 0 && !w.ignored.apart[group*(w.ignored.groups+1)+int(w.ignored.static[i])] {
		return false
	}
	for k, of := range w.ignored.bodies {
		if int(of) == group && !w.ignores(int32(k), int32(-1-i)) {
			return false
		}
	}
	return true
}

// meets returns whether body a can meet body b, or static -1-b, and whether one of them is a sensor.
func (w *World) meets(a, b int32) (meets, senses bool) {
	x := &w.bodies[a]
	otherSenses, otherHeld := false, true
	if b >= 0 {
		otherSenses, otherHeld = w.bodies[b].sensor, w.bodies[b].driven
	} else {
		otherSenses = w.statics[-1-b].sensor
	}
	senses = x.sensor != otherSenses
	if x.sensor && otherSenses || !senses && x.driven && otherHeld || w.ignores(a, b) {
		return false, false
	}
	return true, senses
}
