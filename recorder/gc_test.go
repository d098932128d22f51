package recorder

import "runtime/debug"

// Tests allocate far more than they keep: their garbage may be four times of that before it is collected, which takes
// a tenth or a third less time.
func init() { debug.SetGCPercent(400) }
