// Package compare compares logs: the first value, event and force in which two runs differ, how far each quantity of each
// body is apart over time, which impacts, entries and breaks have a counterpart, and whether the difference grows like
// chaos or jumps like a change. It reads the logs through package recorder, and decides by their hashes where it can.
package compare
