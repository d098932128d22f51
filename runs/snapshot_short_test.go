//go:build !long

package runs

const (
	snapshotStride = 7
	snapshotSteps  = 120
)

// snapshotScenarios are those of the sample.
var snapshotScenarios = map[string]bool{"crash-corner": true, "crossing-90": true, "chain": true, "box-drop": true}
