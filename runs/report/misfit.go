package report

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/prang-sim/prang/runs/sweep"
)

const (
	// mostMisfit is the misfit up to which plots have the runs, if the nearest is no farther than a third of it.
	mostMisfit = 6.0
	// firstShade and lastShade are the greys of the runs of the first and the last round.
	firstShade, lastShade = 205.0, 25.0
)

// drawMisfits draws the misfits of the runs of a scenario over each parameter, those of later rounds darker, and says what the plots
// have: no runs that are far off, for what is near would not be seen.
func drawMisfits(f *sweep.Fit, s *sweep.Spread, sum *sweep.Summary) (list []string, drawn string, err error) {
	most := math.Max(mostMisfit, 3*f.Nearest[0].Misfit)
	rounds := max(1, sum.Rounds())
	few, near := sampled(s, mostDrawn), 0
	for _, p := range f.Params {
		label := p.Name
		if p.Unit != "" {
			label += " [" + p.Unit + "]"
		}
		title := "misfit over " + p.Name
		plot := styled(title, label)
		near = 0
		for round := 1; round <= rounds; round++ {
			var points plotter.XYs
			for _, v := range few.Variations {
				misfit, ok := f.Misfit(v)
				if x, _, number := v.Value(p.Name); ok && number && misfit <= most && (rounds == 1 || sum.Round(v) == round) {
					points = append(points, plotter.XY{X: x, Y: misfit})
				}
			}
			if len(points) == 0 {
				continue
			}
			near += len(points)
			cloud, err := plotter.NewScatter(points)
			if err != nil {
				return nil, "", fmt.Errorf("plot %q: %w", title, err)
			}
			shade := color.Gray{Y: lastShade}
			if rounds > 1 {
				shade.Y = uint8(lastShade + (firstShade-lastShade)*float64(rounds-round)/float64(rounds-1))
			}
			cloud.GlyphStyle = draw.GlyphStyle{Color: shade, Radius: vg.Points(1.6), Shape: draw.CircleGlyph{}}
			plot.Add(cloud)
		}
		widen(&plot.X)
		plot.Y.Min, plot.Y.Max = 0, most
		plot.X.Tick.Marker, plot.Y.Tick.Marker = across, up
		svg, err := render(plot, plotWidth, plotHeight, title)
		if err != nil {
			return nil, "", err
		}
		list = append(list, svg)
	}
	drawn = fmt.Sprintf("Misfits of the %d of %d runs up to %.3g.", near, len(few.Variations), most)
	if rounds > 1 {
		drawn += " The darker, the later the round."
	}
	return list, drawn, nil
}
