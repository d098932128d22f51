package record

import "github.com/prang-sim/prang/sim/geom"

// Cause is a cause of change of the bodies' momentum and kinetic energy.
type Cause uint8

// The causes, in the order of a ledger's rows.
const (
	ByGravity     Cause = iota // from the potential energy of the field
	ByRestitution              // the normal part of impacts: the loss by a restitution below one
	ByFriction                 // the tangential part of impacts and contacts, and friction of joints
	ByLimits                   // the normal part of impacts without restitution because of a limit
	ByContacts                 // the normal part of persistent contacts: slow approaches that they stop
	ByCorrection               // pushing apart of contacts that are too deep
	BySuspension               // springs and dampers of wheels
	ByTyres                    // friction of tyres: on the vehicles, and on wheels with an inertia
	ByDrag                     // linear and quadratic
	BySprings                  // from the potential energy of springs between bodies
	ByDampers                  // between bodies, and damping of joints
	ByScripts                  // scripted forces and torques
	ByDrives                   // work and impulse of bodies with a prescribed motion
	BySleep                    // the remaining motion that a body loses when it falls asleep
	ByAttitude                 // the integration error of free attitudes
	ByNumerical                // the error of holding torques over a step, and of impulses over one that is cut short
	// Joints: momentum if they hold to the world; no work, except by inconsistent initial velocities, and what their stops take.
	ByJoints
	ByEngines // engines, on the wheels, or on the vehicle through wheels without inertia
	// Brakes and rolling resistance, on the spin of wheels; for wheels without inertia they are in the row of tyres.
	ByBrakes
	Causes // how many there are
)

var causeNames = [Causes]string{
	"gravity", "restitution", "friction", "limits", "contacts", "correction", "suspension", "tyres", "drag", "springs",
	"dampers", "scripts", "drives", "sleep", "attitude", "numerical", "joints", "engines", "brakes",
}

// String returns the cause's name as logs and reports print it.
func (c Cause) String() string {
	if c < Causes {
		return causeNames[c]
	}
	return "unknown"
}

// CauseNamed returns the cause with a name, and whether there is one.
func CauseNamed(name string) (Cause, bool) {
	for c, n := range causeNames {
		if n == name {
			return Cause(c), true
		}
	}
	return 0, false
}

// LedgerRow is the contribution of a cause to all bodies together in one step. Bodies with a prescribed motion do not
// count among them: like the world, they are outside of the balance.
type LedgerRow struct {
	Cause  Cause
	Energy float64  // kinetic, of wheels' spin too [J]
	P      geom.Vec // momentum [N s]
	L      geom.Vec // angular momentum about the origin of the world [N m s]
}

// IsZero reports whether the contribution is zero.
func (r *LedgerRow) IsZero() bool {
	return r.Energy == 0 && r.P == geom.Vec{} && r.L == geom.Vec{}
}

// LedgerValues is the number of components of a row in a log, in the order energy, P, L. Their column belongs to the
// world (owner -1) and is called LedgerPrefix and the cause's name.
const (
	LedgerValues = 7
	LedgerPrefix = "ledger."
	// LedgerGrid is a column of the world before those of the causes: the exponents e of the grids 2^e that their
	// energies, momenta and angular momenta are rounded to in this step.
	LedgerGrid = "ledger.grid"
)

// Ledger is the balance of a step: the totals of the bodies after it, and the rows with the causes of their change.
// Kinetic, P and L after a step are those before it plus the sum of its rows, to rounding.
type Ledger struct {
	Kinetic   float64  // of all bodies, and of wheels that spin with an inertia [J]
	Potential float64  // by gravity, with reference to the origin of the world, and in springs [J]
	P, L      geom.Vec // momentum [N s] and angular momentum about the origin of the world [N m s]
	// SizeP and SizeL are the scales of the rounding of P and L. With the size s of a body's momentum and of gravity's
	// contribution in a step, |m v| + |m g| h, they are the sums over the bodies of s, and of |x| s + |L|.
	SizeP, SizeL float64
	Rows         []LedgerRow // of the causes that can arise in the run, in their order
}

// AddBody adds a body's share to the totals: mass m [kg], centre of mass x, velocity v, angular momentum spin about it,
// angular velocity w, in a field of gravity g [m/s²], after a step of length h [s].
func (l *Ledger) AddBody(m float64, x, v, spin, w, g geom.Vec, h float64) {
	p := v.Scale(m)
	size := p.Len() + float64(m*float64(g.Len()*h))
	l.Kinetic += float64(0.5*p.Dot(v)) + float64(0.5*w.Dot(spin))
	l.Potential -= float64(m * g.Dot(x))
	l.P, l.L = l.P.Add(p), l.L.Add(x.Cross(p)).Add(spin)
	l.SizeP += size
	l.SizeL += float64(x.Len()*size) + spin.Len()
}

// AddWheel adds the energy of a spinning wheel: moment of inertia about the axle [kg m²], spin (rad/s). Its angular
// momentum is not in the balance, because the vehicle model has no reaction of the axles to it.
func (l *Ledger) AddWheel(inertia, spin float64) {
	l.Kinetic += float64(0.5 * float64(inertia*float64(spin*spin)))
}
