package recorder

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// Number is a float64 that JSON can hold in any case: "NaN", "+Inf" and "-Inf" are strings there.
type Number float64

// MarshalJSON writes n so that it reads back to the same number.
func (n Number) MarshalJSON() ([]byte, error) {
	x := float64(n)
	if x-x != 0 {
		return strconv.AppendQuote(nil, strconv.FormatFloat(x, 'g', -1, 64)), nil
	}
	return json.Marshal(x)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (n *Number) UnmarshalJSON(b []byte) error {
	x := float64(*n)
	if err := json.Unmarshal(b, &x); err == nil {
		*n = Number(x)
		return nil
	}
	var text string
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	switch text {
	case "NaN":
		*n = Number(math.NaN())
	case "+Inf":
		*n = Number(math.Inf(1))
	case "-Inf":
		*n = Number(math.Inf(-1))
	default:
		return fmt.Errorf("%.20q is no number: NaN, +Inf and -Inf alone are text", text)
	}
	return nil
}
