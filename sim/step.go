package sim

import (
	"runtime"

	"github.com/prang-sim/prang/broadphase"
	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// scratch is the working memory of a step. It holds no state: every step fills what it reads.
type scratch struct {
	frame   record.Frame
	ledger  ledger
	toucher // for work on one goroutine

	flights []flight // motion of each body inside the step
	turned  []turn   // of each body
	bounds  []geom.AABB
	sweeper broadphase.Pairs
	near    []broadphase.Pair
	pairs   []pair
	pairsOf [][]int32 // indices of the pairs of each body
	// sensorPairs are the pairs with sensors, which are not in pairsOf until crowds have moved, and sensorsLinked is set.
	sensorPairs   []int32
	sensorsLinked bool
	found         []int32
	// candidates of all pairs, side by side
	candidates []candidate
	partBounds [][]geom.AABB       // of each compound body, by parts: the bounds in which triangles were looked for
	around     [][]broadphase.Near // of each body, by parts: of meshesAround meshes

	workers       []worker
	pool          *workerPool // nil for one worker
	poolCleanup   runtime.Cleanup
	searchResults []searchResult // of each pair, if workers search
	queue         eventQueue
	batch         []event
	islands       []island
	impacts       response.ImpactSolver
	slider        response.Slider

	next            []contact
	impactBodies    []response.ImpactBody
	impactJoints    []response.ImpactJoint
	impactJointIDs  []int32        // joint of each of impactJoints
	impactTwists    []record.Twist // of each body of the impact problem, before it
	impactPoints    []response.ImpactPoint
	impactRows      []impactRow
	impactMembers   []int32  // body of each slot of the impact problem
	impactFeatures  []uint32 // feature of each of its points
	motions         []jointMotion
	stopMotions     []stopMotion
	impactStops     []impactStop
	lastingImpulses []geom.Vec // of each joint in the step, on its end 1, without impacts [N s]
	sleptImpulses   []geom.Vec // likewise, of the part of it in which its bodies slept
	lastingCouples  []geom.Vec // of each joint with stops in the step, on its end 1, without impacts [N m s]
	sleptCouples    []geom.Vec // likewise, of the part of it in which its bodies slept
	shares          impactShares
	reached         []int32 // by joints
	reachedBefore   []bool
	parent          []int32 // union–find over bodies in contact in this step
	knots           []int32 // likewise over those that take substeps together: islands that an event cuts are split
	ties            []tie   // of the islands that have been cut
	islandAt        []int32 // of each body, the last island that it was the root of, in this step or before
	held            []bool  // of each body: it touches something or stands on its wheels
	calm            []bool
	starts          sleepStarts
	toSearch        []int32
	searched        []bool // of each body: its pairs have been searched, see searchAmong
	warmRows        []contact
	warmOf          []warmRange
	touching        []bool  // of each body: it touched something after the last step
	warmFrom        []int32 // of each body: the first of state.contacts of which it is the first
	contactSet      response.ContactSettings
	passesReported  bool // the limit event of the contact solver's passes has been raised in this step
	wedgedReported  bool // that of wedgedIn
	members         []int32
	slotOf          []int32 // of each body: its place in the problem being solved, -1 for none
	grips           []grip
	wheelLines      []wheelLines         // of each wheel
	grounds         []vehicle.Ground     // of the wheels of one vehicle
	pieceGrounds    []vehicle.Ground     // likewise, in a piece of the step
	wheelMeans      []pressedMean        // likewise, of all pieces
	lifts           []float64            // likewise, at the last two places looked at [m]
	loaded          []bool               // of each vehicle: something else than gravity and wheels acts on it
	onLegs          []bool               // of each vehicle: its suspension acts by rows with legs, see standsOnLegs
	wheelLegs       []leg                // of each wheel, then
	legRows         []response.DamperRow // of the wheels of one vehicle on legs
	footings        []footing            // bodies that one vehicle may stand on
	footingParts    []placed
	treads          []tread
	roadTriangles   []int32    // triangles near a wheel
	sidewalls       []sidewall // of all vehicles
	sidewallSpans   []span     // those of each vehicle
	sidewallTouches []touch
	tyreSides       []tyreSide   // tyres beside shapes
	tyreShapes      []geom.Shape // cylinder of each wheel
	beside          []int32      // bodies that may come beside the tyres of one vehicle
	awake           []int32      // bodies that are, but sensors
	faceCorners     []geom.Vec   // of a face beside a wheel
	stack           []int32
	woken           []int32 // by the last wake
	midsteps        []midstep
	springForces    []springForce // of each spring
	dampersOf       [][]int32     // of each body: its springs with dampers; nil if there are none
	linking         []int32       // bodies whose dampers are to be followed
	sensedNow       []objectPair
	displaced       []displaced
	contactImpulses []contactImpulse // of the current step, if frames hold contact forces
	actedAt         []geom.Vec       // scratch of gatherForces: where the points are in the middle of the substep [m]
	nextForces      []record.ContactForce
	slideMesh       []response.SlideMesh
	slideOut        response.SlideResult
	moverTris       [][]int32
	moversWere      []geom.Vec // where each mover was at the start of the step
	moverTouches    []moverTouch
	pushed          []int32 // bodies that answer a mover's push
	activeMover     activeMover
	hashBuf         []byte
	outlines        [2]roadOutline // of the current pair
	overlaps        narrowphase.OutlineSolver
	crushed         []touch
	accepted        []touch // contact points of a pair for the contact solver
	area            []touch // of those, the corners of a flat area
	slabs           []slabPair
	onSlabs         []touch // contact points of a body with statics but meshes, by slabs

	crowd     crowdWork
	repeating repeating

	grounded []bool // of each body: it touches the world or a driven body
	anchored []bool // of each root of parent: a body of its group does
}

// grip is a wheel's contact with its ground, the contact point fixed in the body.
type grip struct {
	vehicle.Grip
	local geom.Vec // P in the body frame
	input vehicle.Input
	lever geom.Vec // from the centre of mass to P in the middle of the step, world
	on    int32    // the body that it stands on, -1 for a static or none
	under geom.Vec // from the centre of mass of that to P in the middle of the step, world
	lift  float64  // of the wheel above its level place in the middle of the step [m]
	onto  geom.Vec // force on that body, where it bears a part of the load only [N]
	parts bool     // it does

	// What the damper would give at the velocities at the start of the step; of a vehicle with a load, what it gives besides Damped, as the
	// vehicle moves otherwise than foreseen, and wheelState.more for the next step [N].
	atStart, more, learned float64
	onLeg                  bool // more is all of its load

	asked vehicle.Grip // before its tyre was settled
	from  float64      // speed of its tread at the time since, from which on it turns as settled [m/s]
	since float64      // [s]
	drive float64      // Drive of the step, if the tyre is settled again [N]
}

// Step advances the world by one step: the stages in order. It returns a *StepError for a state that is not finite, and
// for a body that is too fast. The world then has the state after the failed step and cannot continue: each further Step
// returns that error and changes nothing, until Reset or Restore.
func (w *World) Step() error {
	if err := w.checkState(&w.state); err != nil {
		return err
	}
	w.frame.Events = w.frame.Events[:0]
	w.startCrowds()
	w.startRepeats()
	for !w.moveBodies() {
		w.rewind()
	}
	w.takeStates() // rounds the states of bodies in contact
	w.moveMovers()
	w.state.step++
	w.storeContacts() // with the events of contacts that begin and end
	w.outputForces()
	w.outputLoads()
	w.shrinkCrushes()
	w.turnWheels()
	w.outputWheels()
	w.sense()
	w.breakByForce()
	w.fallAsleep()
	w.closeLedger()
	w.observe() // fills the frame and hashes the state
	w.observeTurns()
	w.keepRemainders()
	if err := w.checkState(&w.state); err != nil {
		return err
	}
	return nil
}

// moveBodies moves all bodies to the end of the step: forces, candidate pairs, crowds, islands of bodies in contact,
// and then impacts and substeps in the order of time. It returns false if the step must be restarted with other crowds.
func (w *World) moveBodies() bool {
	w.passesReported, w.wedgedReported = false, false
	w.contactImpulses = w.contactImpulses[:0]
	w.openLedger()
	w.clearLasting()
	w.evaluateForces()
	w.matchJointVelocities() // at time 0 only
	w.findPairs()
	w.clearIslands()
	w.startWarm() // contacts of the last step, for the warm start
	w.formCrowds()
	if !w.moveCrowds() {
		return false
	}
	w.linkSensors()
	w.formIslands()
	w.resolve()
	return !w.crowd.again && w.staysCalm()
}

// prepareScratch allocates the scratch memory whose size follows from the definition.
func (w *World) prepareScratch() {
	w.SetWorkers(1)
	w.toucher.w = w
	n := len(w.bodies)
	w.flights, w.turned = make([]flight, n), make([]turn, n)
	w.bounds = make([]geom.AABB, n)
	w.pairsOf = make([][]int32, n)
	w.partBounds, w.around = make([][]geom.AABB, n), make([][]broadphase.Near, n)
	for i := range w.bodies {
		k := len(w.bodies[i].parts)
		w.around[i] = make([]broadphase.Near, meshesAround*k)
		if k > 1 {
			w.partBounds[i] = make([]geom.AABB, k)
		}
	}
	w.ledger.motions = make([]heldMotion, n)
	w.springForces = make([]springForce, len(w.springs))
	w.listDampers()
	if len(w.scripts)+len(w.springs)+len(w.dragged) > 0 {
		w.midsteps = make([]midstep, n)
	}
	w.slotOf, w.warmFrom, w.touching = make([]int32, n), make([]int32, n), make([]bool, n)
	for i := range w.slotOf {
		w.slotOf[i] = -1
	}
	w.parent, w.held, w.calm = make([]int32, n), make([]bool, n), make([]bool, n)
	w.searched, w.knots = make([]bool, n), make([]int32, n)
	w.islandAt = make([]int32, n)
	w.starts.prepare(n)
	w.prepareCrowds()
	w.repeating.prepare(n)
	w.moversWere = make([]geom.Vec, len(w.movers))
	w.grounded, w.anchored = make([]bool, n), make([]bool, n)
	s := &w.set
	w.contactSet = response.ContactSettings{
		Slop: s.Slop, PushRate: s.PushRate, MaxPush: s.MaxPush, Residual: s.Residual, Passes: s.Passes,
	}
	w.crowd.calm.set = w.contactSet
	w.crowd.calm.set.Passes = min(calmPasses, s.Passes)
	w.grips, w.sidewallSpans = make([]grip, len(w.state.tyres)), make([]span, len(w.vehicles))
	w.loaded, w.onLegs, w.wheelLegs = make([]bool, len(w.vehicles)), make([]bool, len(w.vehicles)), make([]leg, len(w.state.tyres))
	w.prepareTyres()
	size := 0
	for i := range w.columns {
		size += int(w.columns[i].Count)
	}
	w.frame.Values, w.frame.Turned, w.frame.Spins = make([]float64, size), make([]bool, n), make([]geom.Vec, n)
}
