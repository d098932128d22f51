package runs

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// eachNumber calls f for every number and text in v, with its path, after it has been given another value; then it has the old one again.
// Numbers that are 0 are given -0, too.
func eachNumber(path string, v reflect.Value, f func(path string)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			eachNumber(path+"."+v.Type().Field(i).Name, v.Field(i), f)
		}
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			eachNumber(fmt.Sprintf("%s[%d]", path, i), v.Index(i), f)
		}
	case reflect.Float64:
		old := v.Float()
		v.SetFloat(math.Nextafter(old, 1e9))
		f(path)
		if v.SetFloat(-old); old == 0 {
			f(path + ", the sign of its zero")
		}
		v.SetFloat(old)
	case reflect.String:
		old := v.String()
		v.SetString(old + "x")
		f(path)
		v.SetString(old)
	default:
		if v.CanUint() {
			old := v.Uint()
			v.SetUint(old ^ 1)
			f(path)
			v.SetUint(old)
			return
		}
		old := v.Int()
		v.SetInt(old ^ 1)
		f(path)
		v.SetInt(old)
	}
}

// TestVerify_TellsEveryBitOfEventsAndForces: an event or a contact force of which one number differs in its last bit, or a zero in its
// sign, is not that of the run.
func TestVerify_TellsEveryBitOfEventsAndForces(t *testing.T) {
	h := &recorder.Header{Objects: []record.Object{{Name: "a"}, {Name: "b"}}}
	frame := func(zero bool) *record.Frame {
		c := record.ContactForce{A: 0, B: 1}
		e := record.Event{Kind: record.Impact, A: 0, B: 1, Points: make([]record.Point, 2), Detail: "hook"}
		if !zero {
			n := 0.0
			next := func() geom.Vec { n += 3; return geom.Vec{X: n + 0.1, Y: -n - 1.2, Z: n + 2.3} }
			c.Normal, c.Friction, c.P, c.Moment = next(), next(), next(), next()
			e.N, e.Impulse, e.Time, e.Closing, e.EnergyLost = next(), next(), 0.7, 1.7, 2.7
			for k := range e.Before {
				e.Before[k], e.After[k] = record.Twist{V: next(), W: next()}, record.Twist{V: next(), W: next()}
				e.Points[k] = record.Point{P: next(), Impulse: next(), Feature: 6}
			}
		}
		return &record.Frame{Step: 5, Events: []record.Event{e}, Contacts: []record.ContactForce{c}}
	}
	for _, zero := range []bool{false, true} {
		log, run := frame(zero), frame(zero)
		same := func() (string, bool) {
			v := &Verification{}
			ok := v.frame(h, log, run)
			return v.Other, ok
		}
		if what, ok := same(); !ok {
			t.Fatalf("equal ones: %s", what)
		}
		told := 0
		for _, part := range []struct {
			name string
			of   any
		}{{"step 5: event 0 ", &run.Events[0]}, {"step 5: the contact force of ", &run.Contacts[0]}} {
			eachNumber("", reflect.ValueOf(part.of).Elem(), func(path string) {
				told++
				if what, ok := same(); ok || !strings.HasPrefix(what, part.name) {
					t.Errorf("%s%s: %q", part.name, path, what)
				}
			})
		}
		if told < 60 {
			t.Errorf("only %d numbers", told)
		}
	}
}
