// Package report writes the report of a run as a page: one HTML file that needs nothing else, with a plan of the scene, sketches
// of the collisions, tables and plots, to be read in a browser or printed on A4.
package report
