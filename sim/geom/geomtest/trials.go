package geomtest

// Trials returns how many of n random trials a test makes: all of them with the build tag long, else a sixteenth of them,
// rounded up. What a test demands of the trials (so many hits, so many misses) is counted by it as well.
func Trials(n int) int { return trials(n, 16) }

// Eighth is as Trials, with an eighth of them: for tests whose sixteenth has too little of what they demand.
func Eighth(n int) int { return trials(n, 8) }

func trials(n, share int) int {
	if Long {
		return n
	}
	return (n + share - 1) / share
}
