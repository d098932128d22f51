// Package scenariofile reads scenario files: what people write as YAML or JSON becomes a Scenario, which holds the
// sim.Definition of a world and what is to be told of its run. Load and LoadWith read a file, Parse text, FromLog what is
// stored in a log; Schema is the JSON Schema. Equal files give equal definitions, bit for bit, on every machine. What is
// wrong is a *document.InvalidError with the place of each problem; what is valid, but hardly meant, is in Warnings.
//
// It stands above packages document, units and sim, and below package runs, which runs scenarios and has the names of it
// that a program needs as its own.
package scenariofile
