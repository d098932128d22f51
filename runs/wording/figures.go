package wording

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
)

// Fixed writes a number with a number of decimals, and from 1e9 on with six digits; what rounds to zero has no sign.
func Fixed(v float64, decimals int) string {
	if math.Abs(v) >= 1e9 {
		return fmt.Sprintf("%.6g", v)
	}
	s := fmt.Sprintf("%.*f", decimals, v)
	if strings.Trim(s, "-0.") == "" {
		s = strings.TrimPrefix(s, "-")
	}
	return s
}

// FixedOrDash is fixed, and a dash for a number that is not there.
func FixedOrDash(v *float64, decimals int) string {
	if v == nil {
		return "–"
	}
	return Fixed(*v, decimals)
}

// OrDash is FixedOrDash with three decimals.
func OrDash(v *float64) string { return FixedOrDash(v, 3) }

// Degrees returns a direction from 0 to 360°, not included, with a decimal.
func Degrees(v *float64) string {
	if v == nil {
		return "–"
	}
	if *v >= 359.95 { // it would be 360.0
		return "0.0°"
	}
	return fmt.Sprintf("%.1f°", *v)
}

// KMH writes a speed (m/s) in km/h.
func KMH(v float64) string { return Fixed(v*3.6, 1) }

// SI writes a value with four digits and the prefix k or M where it is large.
func SI(v float64, unit string) string {
	switch {
	case unit == "m/s":
		return Fixed(v, 3) + " m/s"
	case math.Abs(v) >= 1e6:
		return fmt.Sprintf("%.4g M%s", v/1e6, unit)
	case math.Abs(v) >= 1e3:
		return fmt.Sprintf("%.4g k%s", v/1e3, unit)
	}
	return fmt.Sprintf("%.4g %s", v, unit)
}

// Vec writes a vector with a number of decimals; what rounds to zero has no sign.
func Vec(v [3]float64, decimals int) string {
	var parts [3]string
	for i, x := range v {
		parts[i] = Fixed(x, decimals)
	}
	return "(" + strings.Join(parts[:], ", ") + ")"
}

// Bytes writes a size in bytes, kB or MB.
func Bytes(n int64) string {
	switch {
	case n >= 10_000_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	case n >= 10_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%d bytes", n)
}

// WriteJSON writes a value as indented JSON.
func WriteJSON(w io.Writer, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}
