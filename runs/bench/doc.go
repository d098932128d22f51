// Package bench holds standard scenes for comparing simulators, runs them and measures the time per step, drift,
// penetration, tunnelling and energy. Harnesses for other engines have the same scenes and measures: they read the same
// scene texts (Read, Scene.WriteText) and write the same dumps of states (WriteDump).
//
// A Scene makes a world (Scene.Definition). Run steps it and keeps timings and frames. Measure evaluates the frames
// alone.
package bench
