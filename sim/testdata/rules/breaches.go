// Package breaches breaks each rule of determinism once, for the test of the test.
package breaches

import (
	"maps"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"os"
	"runtime"
	"sort"
	"time"
	"unsafe"

	"github.com/go-gl/mathgl/mgl64"
)

type point struct{ x, y float64 }

func fused(x, y, z float64, p *point, a []float64) float64 {
	s := x*y + z            // want fma
	t := x * y              // want fma
	s += t                  //
	s -= x * y              // want fma
	s *= z                  // want fma
	p.x = x * z             // want fma
	a[0] = -(y * z) + s     // want fma
	s += z / 4              // want fma
	s /= 2                  // want fma
	s += (x * y) * 2        // want fma
	s += float64(x*y) + z   //
	s += math.Sqrt(x * y)   //
	s += float64(x*y*z) / 3 //
	if x*y < z {            //
		s++
	}
	return x*y - s // want fma
}

func functions(x float64, v mgl64.Vec3, c complex128) float64 {
	s := math.Sin(x)         // want math
	s += math.Exp(x)         // want math
	s += math.Pow(x, 3)      // want math
	s += math.FMA(x, x, x)   // want math
	s += math.Hypot(x, x)    // want math
	s += real(cmplx.Sqrt(c)) // want math
	s += v.Dot(v)            // want dep
	s += v.Normalize()[0]    // want dep
	s += v.X()               //
	s += math.Abs(x)         //
	s += rand.Float64()      // want rand
	return s
}

func order(m map[string]float64, f float64) float64 {
	s := 0.0
	for _, v := range m { // want map
		s += v
	}
	for k := range maps.Keys(m) { // want world
		s += m[k]
	}
	keys := []string{}
	sort.Slice(keys, func(i, j int) bool { return i < j }) // want world
	go func() { s++ }()                                    // want go
	a, b := make(chan int), make(chan int)
	select { // want go
	case <-a:
	case <-b:
	}
	s += float64(time.Now().Unix())           // want world
	s += float64(len(os.Getenv("HOME")))      // want world
	s += float64(runtime.NumCPU())            // want world
	s += float64(uintptr(unsafe.Pointer(&s))) // want world
	s += float64(int(f))                      // want convert
	return s
}

var _ = []any{fused, functions, order}
