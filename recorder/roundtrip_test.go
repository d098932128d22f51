package recorder

import "testing"

func TestX(t *testing.T) {
	h := bodyHeader(20)
	f := flight(&h, 20, 2400)
	b := encodeLog(t, h, nil, f)
	checkLog(t, b, f)
	t.Logf("%d bytes, %.3f", len(b), float64(len(b))/20/2400)
	f = contact(&h, 20, 500)
	b = encodeLog(t, h, nil, f)
	checkLog(t, b, f)
	t.Logf("%d bytes, %.3f", len(b), float64(len(b))/20/500)
}
