// Package sim is the simulation loop: the stages of a step in their order, and the world that they work on. It stands
// above the stages (broadphase, narrowphase, response, vehicle) and above the vocabulary that lies in the folders below
// it (sim/geom, sim/rigid, sim/record, sim/vehicle); it sees neither recorder nor scenario files.
//
// A step is a pure function of the world's state and inputs. The same definition gives the same bits on every machine,
// for any number of workers, and after any Snapshot and Restore.
//
// # When an impact happens
//
// Impacts are resolved in the order of their times, wherever in a step these are. Two things touch when their gap is
// half of 1e-9 of the size of the pair (the larger of the largest half extents), the same at every phase of the step:
// the start of a run shifted by a part of a step changes no velocity by more than rounding, until chaos has grown it.
// An impact is early by the time that this gap takes to close, never late. A bounce lower than 1e-9 of the size is
// none: the bodies stay in touch from there on. The impulse acts in the middle of what is left of the gap, but where the world or a
// driven body is struck on the other one's own surface, so that a small body hits a large wall with its own levers.
//
// # Impacts at one time
//
// Meetings whose gaps close within 1e-12 s and that share a body, or an island of bodies in touch, are one problem: all
// their contact points get their impulses at once, so that names and order of bodies do not matter. What the struck
// bodies touch of the world, or of driven bodies, answers in the same problem, as a floor under a cube does.
//
// Joints are part of the problem: a body that is struck moves as the whole chain lets it, and all its links feel the
// blow at the same moment.
//
// Movable bodies that rest against a struck one do not: they are struck in turn, at the same time, when their neighbour
// has come to move against them. A row of touching equal spheres that another runs into therefore passes the blow on
// from contact to contact, and with e = 1 as many leave as came, with the same speed, as in Newton's cradle, and as a
// row with small gaps does, however small. This is a choice: rigid bodies alone do not say what such a row does.
// Restitution at all points at once, each leaving with the speed it came with, would let the row share the blow (the
// last of five would not have all of it), and the answer would jump between a gap of zero and one of an atom. Real
// spheres of steel pass a blow on as a wave, which is nearer to impacts in turn. A body struck from two sides at once
// gets both in one problem, and a face on a face all its points, because there order has no meaning. With e < 1 the
// impacts of a row go on in turn until nothing comes together any more faster than Settings.ImpactSpeed.
//
// # Crowds
//
// A heap that moves has so many impacts, each of which changes the next, that to resolve each at its own time tells nothing and takes a hundred times as long as
// all the rest. Settings.Crowd bodies and more that are near each other, and meet nothing but each other and statics, without restitution, are a crowd while one
// of them moves: contacts are foreseen and close within substeps, momentum and friction are those of the same laws, friction for all points of a flat contact
// together, and the balance closes as ever. Such
// impacts are no events, and overlaps of some mm are pushed out again. Nothing passes through anything: what is too fast for its substeps, and whatever may rebound, is driven, or
// has joints, wheels or crush, makes all of the crowd meet by impacts in that step. What is at rest is held by the contact solver, as everywhere, also near a crowd, as long as nothing of it comes near.
//
// # Rest
//
// What next to nothing moves in takes the step whole. An island of more than two dozen contact points of which no body is faster than what the passes leave has come to
// rest and stays where it is, and the impulses that hold it stay what they are. Then all that its next step is made of is what it was, bit for bit, and what the
// island did it does again without being solved. That is a memory of the step before alone, compared with the state and no part of it: no result
// depends on it. Smaller islands are solved without passes and stand as they are solved; of theirs, impulses that are to rounding what they were stay what they were.
//
// # Crush
//
// Crash practice does not resolve a collision of cars at their first touch but some 0.03 to 0.06 s later, when they have crushed.
// MaterialPair.CrushTime is that time. A first touch faster than Settings.ImpactSpeed, whose normal is nearer to the road's plane than to its normal,
// then begins a crush: an event, and nothing keeps the two apart until the impulse. That comes exactly the crush time later, wherever in a step, or,
// where the two would have parted before four times the crush time at the velocities of the touch, along the road or in height, after a quarter of that: what is fast and
// what clips a corner gets its impulse too.
//
// Outlines are the convex hulls of bodies on the road: a plane at right angles to gravity, or to z without gravity, whatever the slope. The impulse
// is that of one point, by any impact model: at the centroid of the outlines' overlap, as high as the centres of mass (their mean, or that of the one
// that is free to move, as far as both bodies reach there: planar models assume no less), on the plane through the two places where the outlines cross, its
// normal from A to B. Outlines that run along each other for a while, as those of cars of equal width in line, cross in the middle of that. Where they do not cross, one being
// inside the other as a pole, or more than twice, the normal is that of the first touch. Restitution is that of the closing speed at
// this point. Where the point is not closing, or the two have parted, there is no impulse.
//
// After it the pair is in contact until its outlines, or its heights, overlap no more, at one point: half-way between the crossings, with their normal. The
// area of the overlap grows as fast as the two come together there, times the distance of the crossings; that of the impulse is allowed, and what is
// allowed only shrinks. Where the way up is the shortest way out, a second point holds that as well. Contacts of a crushing pair do not rebound;
// when it has parted, its next touch begins another crush. Each pair has its own clock: what a car meets while it crushes against another, a kerb or
// a third car, is met as ever, and impulses at one time that share a body are one problem. Meshes and planes have no outline: they are
// met at the first touch.
package sim
