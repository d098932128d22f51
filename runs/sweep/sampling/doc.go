// Package sampling draws what many runs of a scenario differ in: normally distributed values, and, round by round, values near
// those that explain measurements. Equal input gives the same bits on every machine.
package sampling
