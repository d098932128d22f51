package report

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/sim/geom"
)

// motion are the plots of a page: title, and how a vehicle's values follow from its samples and mean accelerations.
var motion = []struct {
	title  string
	values func(s []reconstruct.Sample, a []geom.Vec) []float64
}{
	{"speed [km/h]", func(s []reconstruct.Sample, _ []geom.Vec) []float64 {
		return each(s, func(i int) float64 { return s[i].V.Len() * 3.6 })
	}},
	{"path [m]", func(s []reconstruct.Sample, _ []geom.Vec) []float64 {
		sum := 0.0
		return each(s, func(i int) float64 {
			if i > 0 {
				sum += s[i].Pose.P.Sub(s[i-1].Pose.P).Len()
			}
			return sum
		})
	}},
	{"longitudinal acceleration, mean over 0.1 s [g]", func(s []reconstruct.Sample, a []geom.Vec) []float64 {
		return each(s, func(i int) float64 { return a[i].X / reconstruct.StandardGravity })
	}},
	{"lateral acceleration, mean over 0.1 s [g]", func(s []reconstruct.Sample, a []geom.Vec) []float64 {
		return each(s, func(i int) float64 { return a[i].Y / reconstruct.StandardGravity })
	}},
	{"heading [°]", func(s []reconstruct.Sample, _ []geom.Vec) []float64 {
		turns, before := 0.0, 0.0
		return each(s, func(i int) float64 {
			nose := s[i].Pose.Q.Rotate(geom.Vec{X: 1})
			h := math.Atan2(nose.Y, nose.X) * 180 / math.Pi
			if i > 0 && h-before > 180 {
				turns -= 360
			} else if i > 0 && h-before < -180 {
				turns += 360
			}
			before = h
			return h + turns
		})
	}},
	{"yaw rate [°/s]", func(s []reconstruct.Sample, _ []geom.Vec) []float64 {
		return each(s, func(i int) float64 { return s[i].YawRate * 180 / math.Pi })
	}},
}

// gaugeLine is how the curves of a vehicle or an accelerometer look: in the color of the body, each of a color with other dashes.
type gaugeLine struct {
	Name   string
	Color  string
	Dashes string // as in SVG [pt]
	dashes []vg.Length
}

// gaugeDashes are those of the first curves of a color; more begin again.
var gaugeDashes = [][]vg.Length{nil, {4, 2}, {1.2, 1.2}, {5, 1.5, 1.2, 1.5}, {8, 2}, {2, 3}}

// gaugeLines returns the looks of the accelerometers.
func (s *Scene) gaugeLines(list []reconstruct.Accelerometer) []gaugeLine {
	lines := make([]gaugeLine, len(list))
	of := map[string]int{}
	for i := range list {
		lines[i] = s.lineOf(s.index(list[i].Body), of)
		lines[i].Name += ", " + list[i].Name
	}
	return lines
}

// vehicleLines returns the looks of the curves of vehicles.
func (s *Scene) vehicleLines(objects []int32) []gaugeLine {
	lines := make([]gaugeLine, len(objects))
	of := map[string]int{}
	for i, object := range objects {
		lines[i] = s.lineOf(object, of)
	}
	return lines
}

// lineOf returns the look of one more curve of an object; of counts those of each color.
func (s *Scene) lineOf(object int32, of map[string]int) gaugeLine {
	color := runs.ColorOf(s.objects, object)
	dashes := gaugeDashes[of[color]%len(gaugeDashes)]
	of[color]++
	return gaugeLine{s.objects[object].Name, color, strings.Trim(fmt.Sprint(dashes), "[]"), dashes}
}

// gaugePlots draws the accelerations of the accelerometers, along and across, and returns their legend.
func (s *Scene) gaugePlots(list []reconstruct.Accelerometer) (plots []string, legend []gaugeLine, err error) {
	var along, across []curve
	for i, line := range s.gaugeLines(list) {
		a := &list[i]
		c := curve{color: line.Color, dashes: line.dashes}
		d := c
		for k, v := range a.Curve {
			t := a.CurveFrom + float64(k)*reconstruct.CurveEvery
			c.x, c.y = append(c.x, t), append(c.y, v.X/reconstruct.StandardGravity)
			d.x, d.y = append(d.x, t), append(d.y, v.Y/reconstruct.StandardGravity)
		}
		if len(a.Curve) > 0 {
			along, across, legend = append(along, c), append(across, d), append(legend, line)
		}
	}
	if len(along) == 0 {
		return nil, nil, nil
	}
	x, err := drawPlot("accelerometers, longitudinal, CFC 60 [g]", "time [s]", along, nil)
	if err != nil {
		return nil, nil, err
	}
	y, err := drawPlot("accelerometers, lateral, CFC 60 [g]", "time [s]", across, nil)
	return []string{x, y}, legend, err
}

func each(s []reconstruct.Sample, f func(i int) float64) []float64 {
	out := make([]float64, len(s))
	for i := range s {
		out[i] = f(i)
	}
	return out
}

// plots draws the motion of all vehicles over time.
func (s *Scene) plots(b *reconstruct.Builder, list []encounter, lines []gaugeLine) ([]string, error) {
	var at []float64
	for i := range list {
		if list[i].size > 0.1*largest(list) {
			at = append(at, list[i].time)
		}
	}
	means := make([][]geom.Vec, len(b.Objects()))
	for i := range means {
		means[i] = reconstruct.MeanAcceleration(b.Samples(i))
	}
	var out []string
	for _, m := range motion {
		var curves []curve
		for i := range lines {
			samples := b.Samples(i)
			c := curve{color: lines[i].Color, dashes: lines[i].dashes, y: m.values(samples, means[i])}
			c.x = each(samples, func(k int) float64 { return samples[k].Time })
			curves = append(curves, c)
		}
		svg, err := drawPlot(m.title, "time [s]", curves, at)
		if err != nil {
			return nil, err
		}
		out = append(out, svg)
	}
	return out, nil
}
