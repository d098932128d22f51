package runs

// What external tests need besides the surface.
var BadLines = badLines
