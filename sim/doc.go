// Package sim is the simulation loop: the stages of a step in their order, and the world that they work on. It stands
// above the stages (broadphase, narrowphase, response, vehicle) and above the vocabulary that lies in the folders below
// it (sim/geom, sim/rigid, sim/record, sim/vehicle); it sees neither recorder nor scenario files.
//
// A step is a pure function of the world's state and inputs. The same definition gives the same bits on every machine,
// for any number of workers, and after any Snapshot and Restore.
package sim
