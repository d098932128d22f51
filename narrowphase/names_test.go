package narrowphase

import "testing"

func TestNames(t *testing.T) {
	for want, got := range map[string]string{
		"miss": Miss.String(), "hit": Hit.String(), "unresolved": Unresolved.String(), "unknown": (Unresolved + 1).String(),
		"apart": DistanceApart.String(), "deep": DistanceDeep.String(),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestFeatureID_FeaturesAreThoseItWasMadeOf(t *testing.T) {
	for _, want := range [][4]int{{FeatureVertex, 0, FeatureFace, 0}, {FeatureFace, 5, FeatureEdge, 0x3fff}, {FeatureEdge, 0x3fff, FeatureVertex, 7}} {
		var got [4]int
		got[0], got[1], got[2], got[3] = MakeFeatureID(want[0], want[1], want[2], want[3]).Features()
		if got != want {
			t.Errorf("%v, want %v", got, want)
		}
	}
}
