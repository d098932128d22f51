package sim

// merge unites the sets of two bodies that take substeps together, as far as no event cuts their island.
func (w *World) merge(i, j int32) {
	unite(w.parent, i, j)
	unite(w.knots, i, j)
}

func (w *World) root(i int32) int32 { return rootOf(w.parent, i) }

// rootOf returns the least member of the set of i; parent leads from each member to a lower one of its set
// (union–find).
func rootOf(parent []int32, i int32) int32 {
	for parent[i] != i {
		parent[i] = parent[parent[i]]
		i = parent[i]
	}
	return i
}

// unite merges the sets of i and j.
func unite(parent []int32, i, j int32) {
	if a, b := rootOf(parent, i), rootOf(parent, j); a < b {
		parent[b] = a
	} else {
		parent[a] = b
	}
}
