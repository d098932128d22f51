//go:build long

package runs

const (
	snapshotStride = 1
	snapshotSteps  = 1 << 40
)

// snapshotScenarios is empty: all of them.
var snapshotScenarios map[string]bool
