// Package units reads quantities as scenarios, plans and tolerances have them: a decimal or a fraction with a unit, of the
// dimension that is wanted, exact up to one rounding and with the same bits on every machine. Errors say what to write. It
// stands above package wording alone.
package units
