// Package sim is the simulation loop: the world, and the stages of a step in their order. It stands above the stages
// (broadphase, narrowphase, response, vehicle) and above the vocabulary in the folders below it (sim/geom, sim/rigid,
// sim/record, sim/vehicle). It sees neither recorder nor scenario files.
//
// A step is a pure function of the world's state and inputs. The same definition gives the same bits on every machine,
// for any number of workers, and after any Snapshot and Restore.
//
// # When an impact happens
//
// Impacts are resolved in order of time, wherever in a step they are. Two objects touch when their gap is half of 1e-9
// of the size of the pair (the larger of their largest half extents). That gap is the same at every phase of the step:
// shifting the start of a run by part of a step changes no velocity by more than rounding, until chaos has amplified
// it. An impact is early by the time that this gap takes to close, and never late. A bounce lower than 1e-9 of the size
// is not resolved: the bodies stay in contact. The impulse acts in the middle of the remaining gap; but where the world
// or a driven body is struck, it acts on the surface of the other body, so that a small body hits a large wall with its
// own lever arms.
//
// # Simultaneous impacts
//
// Impacts whose gaps close within 1e-12 s and that share a body, or an island of bodies in contact, are one problem:
// the impulses at all their contact points are found together, so that names and order of bodies do not matter. The
// contacts of the struck bodies with the world, or with driven bodies, are part of the same problem, such as the floor
// under a struck cube. So are joints: a struck body moves as the whole chain allows, and the impulse reaches all links
// at the same moment, limits that have been reached too. One that breaks in it has passed on what it can: see JointDef.
// Their friction and damping act over time, and so not in impacts.
//
// Movable bodies that rest against a struck one are not part of it. They are struck in turn, at the same time, when
// their neighbour has come to move against them. A row of touching equal spheres therefore passes an impact on from
// contact to contact. With e = 1 as many spheres leave as came, with the same speed, as in Newton's cradle and in a row
// with gaps, however small. This is a choice, because rigid bodies alone do not determine the outcome. With restitution
// at all points at once the row would share the impulse (the last of five would not get all of it), and the result
// would jump between no gap and the smallest one. Real steel spheres pass an impact on as a wave, which is closer to
// impacts in turn. A body struck from two sides at once is one problem, and so are all points of a face on a face,
// because there order has no meaning. With e < 1 the impacts of a row repeat in turn until nothing approaches faster
// than Settings.ImpactSpeed.
//
// # Flush shapes
//
// Where shapes lie flush, as the slabs of a floor do, the sides between them stop nothing. Faces of statics that other
// statics cover whole, within the slop, are not touched, nor are those of shapes of a body that its other shapes cover. Where
// a face goes on flat in another, or in the next triangle, what comes down flat across the seam is no impact there: it has
// its ends elsewhere. Of other shapes a contact is none if one of the two is all above
// a face of the other but for two slops, slides along that, touches something, and the normal of the contact is not that
// of the face; in a crowd it remains one.
//
// # Crowds
//
// A crowd is a moving pile: Settings.Crowd or more bodies near each other, at least one of them moving, that meet only
// each other, statics and driven bodies; with restitution, only while that many of them touch others. A moving pile has
// so many impacts, each changing the next, that resolving each at its own time says nothing and takes a hundred times
// as long as everything else. The contacts of a crowd are speculative instead: they are predicted at the start of a
// substep and close at its end. Momentum and friction follow the same laws, with friction for all points of a flat
// contact together, and the ledger closes as ever. Rebounds are Newton's, of each contact point on its own, damped
// where an island would gain energy by them. These impacts are no events. Overlaps of a few mm are pushed out again.
// Nothing passes through anything: a body that is too fast for its substeps, or has joints, wheels, wheels on it, or
// crush, makes the whole crowd meet by impacts in that step; its contacts are solved no more accurately then. Driven
// bodies move through the substeps by their programs, and their work is in the ledger; what they press, and has no
// room, sinks into them and counts as squeezed. What is at rest near a crowd stays with the contact solver as long as
// nothing of the crowd comes near it.
//
// # Rest
//
// An island in which almost nothing moves takes the step in one piece. An island of more than two dozen contact points
// in which no body is faster than the error that the solver's passes leave is at rest: it stays where it is, and its
// contact impulses stay as they are. The input of its next step is then the same, bit for bit, so the result of the
// last step is repeated without solving. This memory holds the last step only, is compared with the state and is not
// part of it: no result depends on it. Smaller islands are solved directly, without passes; impulses that differ from
// the last ones only by rounding keep their values.
//
// # Crush
//
// Crash reconstruction resolves a collision of cars not at first touch but some 0.03 to 0.06 s later, when they have
// crushed. MaterialPair.CrushTime is that time. A crush begins, with an event, at a first touch that is faster than
// Settings.ImpactSpeed and whose normal is closer to the road's plane than to its normal. From then on nothing keeps
// the two apart until the impulse, which comes exactly the crush time later, wherever in a step. If at the velocities
// of the touch they would part before four times the crush time, along the road or in height, the impulse comes after a
// quarter of the time to parting: fast bodies, and those that only clip a corner, get their impulse too.
//
// Outlines are the convex hulls of bodies projected on the road: a plane at right angles to gravity (to z without
// gravity), whatever the slope. The impulse acts at one point, by any impact model. The point is the centroid of the
// overlap of the outlines, at the mean height of the centres of mass (or that of the only body that is free to move),
// as far as both bodies reach there; planar models assume no less. The contact plane goes through the two points where
// the outlines cross, its normal from A to B. Outlines that run along each other for a while, as those of cars of equal
// width in line, cross in the middle of that stretch; a side of one that presses on nearly nothing of the other, as of two
// cars nearly in line, counts with no more than four times what lies before it.
//
// What one has passed of the other presses no longer, but has pressed. Each outline is therefore also overlapped with what
// the other has swept on its way in, straight back along the velocity at which the two come together. Where nothing has been
// passed these overlaps are that of the outlines. Otherwise, as with a pole inside, which has left a lane behind it, the normal
// is that of the larger pressure, along the way and across it. A graze of a side has so little along the way that it takes the
// less speed the less it is. Of a post, which is passed and does not end ahead of the other by half of the way, the first tenth
// of the way counts: most of one that begins to look out of a side or corner still stops the other. In between it is as much
// of the way as it is a post, and nothing jumps. The normal is that of the first touch only where there is no way.
//
// Restitution is taken at the closing speed of this point. If the point is not closing, or the two have parted, there is
// no impulse.
//
// After the impulse the pair is in contact at one point, half-way between the crossings and with their normal, until
// the outlines, or the heights, no longer overlap. If they cross more than twice, point and normal are those that tell
// how the area grows; if they do not cross, the normal is that of the impulse. The overlap area that was reached at the
// impulse is allowed, and the allowance only shrinks; the area grows at the closing speed there times the distance of
// the crossings. Where upwards is the shortest way out, a second point holds that as well. Contacts of a crushing pair do not
// rebound. If one of the two is struck by a third body, and they approach faster than Settings.ImpactSpeed, both at that point
// and at the centroid, there is another impact, without restitution, as soon as the area is the allowed one. When the pair has
// parted, its next touch begins another crush. So does the overlap of one that has not, when its centroid has left, on
// both bodies, where it was at the impulse by half of its width then, and one of the crossings comes in faster than
// Settings.ImpactSpeed: the rear of a car that has struck a wall with a corner of its front, and is turned by that. This is
// found at the end of a step, after which the impulse comes at the earliest. What would be another impact begins a crush, too,
// where the crossing that comes in faster is away by more than that width, and the other comes in half as fast, or is away.
// Each pair has its own clock: what a car meets while it crushes against another, such as a kerb or a third car, is met as
// usual, and impulses at one time that share a body are one problem.
// Statics of one material that together fill a convex block, as the boxes of a straight wall do, crush as that block: the
// crush, its impulse and its contact are those of the static that was touched first, with the outline of all. Gaps and bends
// may leave out a hundredth of the smaller of two.
// Meshes and planes have no outline: they are met at first touch.
//
// Definition.Collisions give what is known of the first crush of a pair: its contact plane, upright on the road, the point of its
// impulse, or both. Of the two senses of the plane's normal it takes that along which the pair parts sooner; where the point
// does not come in along it, the plane is that of the outlines, and where it does not do so then, the point too; a limit event says so. From then until the pair parts, or
// crushes at another place, its contact has the given normal, and is as far from the centroid of the overlap as the given point
// was: the two come no deeper across the plane, and slide along it.
package sim
