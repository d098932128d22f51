// Package report writes the report of a run as a self-contained HTML page, to read in a browser or to print on A4: a
// plan of the scene, sketches of the collisions, tables and plots.
package report
