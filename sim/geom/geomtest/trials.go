package geomtest

// Trials returns how many of n random trials a test makes: all of them with the build tag long, else an eighth of them,
// rounded up. What a test demands of the trials (so many hits, so many misses) is counted by it as well.
func Trials(n int) int {
	if Long {
		return n
	}
	return (n + 7) / 8
}
