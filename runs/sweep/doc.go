// Package sweep makes many runs of scenarios and says what they have in common: those of a plan (ReadPlan, Open), with grids
// and random values, and rounds that look for what fits what was measured; variations of one scenario (Vary), with their
// spread; and the comparison of the results of two sweeps (Compare). Results are lines of JSON that a sweep goes on with
// after a kill, and depend on neither the number of workers nor the machines. PlanSchema is the JSON Schema of a plan.
//
// It stands above package runs, which makes each run, and below runs/remote, which spreads them over machines.
package sweep
