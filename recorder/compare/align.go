package compare

import "math"

// maxMatching bounds the table of Align: na·nb of longer sequences are matched in pieces.
const maxMatching = 1 << 18

// Unmatched is the cost of an element without counterpart in Align.
const Unmatched = 1.0

// Align matches two sequences of na and nb elements in their order, at the least total cost: the sum of unlike(i, j)
// over the matches, plus Unmatched for each element without counterpart. Elements whose unlike is above twice Unmatched
// are no match. It calls matched in order, with -1 for no counterpart. (Alignment of sequences by dynamic programming.)
func Align(na, nb int, unlike func(i, j int) float64, matched func(i, j int)) {
	alignRange(0, na, 0, nb, unlike, matched)
}

// alignRange aligns the elements from i0 to i1 with those from j0 to j1.
func alignRange(i0, i1, j0, j1 int, unlike func(i, j int) float64, matched func(i, j int)) {
	na, nb := i1-i0, j1-j0
	if na > 1 && nb > 1 && na*nb > maxMatching {
		alignRange(i0, i0+na/2, j0, j0+nb/2, unlike, matched)
		alignRange(i0+na/2, i1, j0+nb/2, j1, unlike, matched)
		return
	}
	// cost[i][j] is that of the elements from i on with those from j on.
	width := nb + 1
	cost := make([]float64, (na+1)*width)
	for i := na; i >= 0; i-- {
		for j := nb; j >= 0; j-- {
			at := &cost[i*width+j]
			if i == na || j == nb {
				*at = float64(na-i+nb-j) * Unmatched
				continue
			}
			*at = Unmatched + math.Min(cost[(i+1)*width+j], cost[i*width+j+1])
			if d := unlike(i0+i, j0+j); d <= 2*Unmatched {
				*at = math.Min(*at, d+cost[(i+1)*width+j+1])
			}
		}
	}
	i, j := 0, 0
	for i < na && j < nb {
		at := cost[i*width+j]
		switch d := unlike(i0+i, j0+j); {
		case d <= 2*Unmatched && d+cost[(i+1)*width+j+1] == at:
			matched(i0+i, j0+j)
			i, j = i+1, j+1
		case Unmatched+cost[(i+1)*width+j] == at:
			matched(i0+i, -1)
			i++
		default:
			matched(-1, j0+j)
			j++
		}
	}
	for ; i < na; i++ {
		matched(i0+i, -1)
	}
	for ; j < nb; j++ {
		matched(-1, j0+j)
	}
}
