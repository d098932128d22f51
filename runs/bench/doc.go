// Package bench holds the standard scenes that simulators are compared on, runs them and measures what a step takes and what
// becomes of the bodies: drift, penetration, tunnelling, energy. The scenes and the measures are those of harnesses for other
// engines, which read the same scene texts (Read, Scene.WriteText) and write the same dumps of states (WriteDump).
//
// A Scene makes a world (Scene.Definition); Run steps it and keeps timings and frames; Measure judges the frames alone.
package bench
