// Package view shows logs in a browser: one run, or two in one picture, of which the second is a ghost. A Page holds all
// that is shown; it is one file to keep (WriteTo) or the pages of a server (ServeHTTP).
//
// It is for looking at: poses are those of the glTF of package export, in single precision and linear between frames.
// The source of the page is in page/; assets/ holds what "npm ci && npm run build" makes of it there.
package view
