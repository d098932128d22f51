package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// worldFields are quantities of all free bodies together, derived from a frame.
var worldFields = []struct {
	name, unit string
	of         func(l *record.Ledger) []float64
}{
	{"kinetic", "J", func(l *record.Ledger) []float64 { return []float64{l.Kinetic} }},
	{"potential", "J", func(l *record.Ledger) []float64 { return []float64{l.Potential} }},
	{"energy", "J", func(l *record.Ledger) []float64 { return []float64{l.Kinetic + l.Potential} }},
	{"momentum", "N s", func(l *record.Ledger) []float64 { return threeOf(l.P) }},
	{"angular_momentum", "N m s", func(l *record.Ledger) []float64 { return threeOf(l.L) }},
}

// ledgerFields are the quantities of a column of the ledger: what a cause has added in a step.
var ledgerFields = []struct {
	name, unit string
	at, count  int
}{
	{"energy", "J", 0, 1}, {"momentum", "N s", 1, 3}, {"angular_momentum", "N m s", 4, 3},
}

var xyz = []string{"x", "y", "z"}

func threeOf(v geom.Vec) []float64 { return []float64{v.X, v.Y, v.Z} }

// sumFlows makes flows the sums over the steps of each interval of a window.
func (f *fields) sumFlows(h *recorder.Header, part window, every int64) {
	if every > 1 && slices.ContainsFunc(f.list, func(one field) bool { return one.flow }) {
		f.sums = export.NewLedgerSums(h, part.from, part.to, every)
	}
}

// add takes in the next frame, whether it has a line or not.
func (f *fields) add(frame *record.Frame) {
	if f.sums == nil {
		return
	}
	f.sum = nil
	if sum := f.sums.Add(frame); sum != nil {
		f.sum = sum.Values
	}
}

// find returns the field of the world of a name: kinetic, momentum.x, ledger.friction.energy, joint.coupling.force,
// spring.rope.force.
func (o *fieldOwner) find(name string) (field, bool) {
	if strings.HasPrefix(name, record.LedgerPrefix) && name != record.LedgerGrid {
		return o.findCause(name)
	}
	if one, ok := o.findSpring(name); ok {
		return one, true
	}
	if one, ok := o.findLimit(name); ok {
		return one, true
	}
	for _, d := range worldFields {
		if o.ledger == nil {
			break
		}
		one := field{name: name, world: true, unit: d.unit, derived: func(o *fieldOwner, values []float64) []float64 {
			var l record.Ledger
			o.ledger.Read(&record.Frame{Values: values}, &l)
			return d.of(&l)
		}}
		if one, ok := one.part(d.name, name, len(d.of(&record.Ledger{}))); ok {
			return one, true
		}
	}
	return o.column(name)
}

// findCause returns a quantity of the ledger: ledger.friction.energy, ledger.friction.momentum.x.
func (o *fieldOwner) findCause(name string) (field, bool) {
	for _, c := range o.columns {
		if c.Count != record.LedgerValues {
			continue
		}
		for _, q := range ledgerFields {
			one := field{name: name, world: true, flow: true, unit: q.unit, derived: func(_ *fieldOwner, values []float64) []float64 {
				return values[c.at+q.at:][:q.count]
			}}
			if one, ok := one.part(c.Name+"."+q.name, name, q.count); ok {
				return one, true
			}
		}
	}
	return field{}, false
}

// part returns the field of a quantity with the given number of components, or of the one component that the name
// selects.
func (f field) part(quantity, name string, count int) (field, bool) {
	if name == quantity {
		if count > 1 {
			f.components = xyz
		}
		return f, true
	}
	which, ok := strings.CutPrefix(name, quantity+".")
	k := slices.Index(xyz, which)
	if !ok || k < 0 || count == 1 {
		return f, false
	}
	all := f.derived
	f.derived = func(o *fieldOwner, values []float64) []float64 {
		if v := all(o, values); v != nil {
			return v[k : k+1]
		}
		return nil
	}
	return f, true
}

// known lists the names of the world's fields.
func (o *fieldOwner) known() (names []string) {
	if o.ledger != nil {
		for _, d := range worldFields {
			names = append(names, d.name)
		}
	}
	const manyJoints = 5
	joints := o.joints()
	if len(joints) > manyJoints {
		limited := slices.ContainsFunc(joints, func(name string) bool { return strings.HasSuffix(name, ".torque") })
		if joints = []string{jointPrefix + "NAME.force"}; limited {
			joints = append(joints, jointPrefix+"NAME.torque")
		}
	}
	for _, c := range o.columns {
		if !strings.HasPrefix(c.Name, record.LedgerPrefix) && !strings.HasPrefix(c.Name, jointPrefix) {
			names = append(names, c.Name)
		}
	}
	names = append(names, joints...)
	if rows := o.rows(); rows != "" {
		names = append(names, rows)
	}
	return names
}

// jointPrefix begins the columns of the forces and torques of joints.
const jointPrefix = "joint."

// joints lists the columns of the forces and torques of joints.
func (o *fieldOwner) joints() (names []string) {
	for _, c := range o.columns {
		if strings.HasPrefix(c.Name, jointPrefix) {
			names = append(names, c.Name)
		}
	}
	return names
}

// jointRemedy returns the remedy for an unknown name that begins with joint: the quantities that the joint has, or else those of all.
func (o *fieldOwner) jointRemedy(name string) string {
	all := append(o.joints(), o.limitNames()...)
	longest := ""
	for _, known := range o.joints() {
		joint, isForce := strings.CutSuffix(known, ".force")
		if isForce && len(joint) > len(longest) && (name == joint || strings.HasPrefix(name, joint+".")) {
			longest = joint
		}
	}
	if longest == "" {
		return "the log has no such joint; " + wording.Choices(name, all)
	}
	var own []string
	for _, known := range all {
		if q, ok := strings.CutPrefix(known, longest+"."); ok && !strings.Contains(q, ".") {
			own = append(own, known)
		}
	}
	return fmt.Sprintf("the joint has no such quantity; it has %s", strings.Join(own, ", "))
}

// rows returns the names of the quantities of the ledger, "" if there is none.
func (o *fieldOwner) rows() string {
	var causes []string
	for _, c := range o.columns {
		if cause, ok := strings.CutPrefix(c.Name, record.LedgerPrefix); ok && c.Count == record.LedgerValues {
			causes = append(causes, cause)
		}
	}
	if len(causes) == 0 {
		return ""
	}
	return "ledger.CAUSE.energy, .momentum and .angular_momentum, CAUSE one of " + strings.Join(causes, ", ")
}
