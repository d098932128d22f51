// Package record holds the plain data types of a run's output: the objects and columns of a log, the frame of each
// step, and the events of a step. The engine fills them, the recorder writes and reads them; neither knows the other.
package record
