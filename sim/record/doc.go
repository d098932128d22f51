// Package record holds the plain values in which a run is told: the objects and columns of a log, a frame a step, and
// the events of a step. The engine fills them, the recorder writes and reads them; neither knows the other.
package record
