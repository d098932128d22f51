package report

import (
	"html"
	"html/template"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	longName = 14 // letters of names that are in one line, whatever room there is
	longWord = 12 // letters after which a longer word may be broken
)

// soft returns a name, or a text with names, for a table: a long one may be broken, also within words, which are not drawn apart from
// others where letters go from right to left.
func soft(s string) template.HTML {
	left := strings.ContainsFunc(s, fromTheRight)
	if utf8.RuneCountInString(s) <= longName && !left {
		return template.HTML(html.EscapeString(s))
	}
	var b strings.Builder
	letters := 0
	for _, r := range s {
		if letters >= longWord && unicode.In(r, unicode.L, unicode.N) && !fromTheRight(r) { // no mark is parted from its letter
			b.WriteString("<wbr>")
			letters = 0
		}
		b.WriteString(html.EscapeString(string(r)))
		if letters++; unicode.IsSpace(r) {
			letters = 0
		}
	}
	if left {
		return template.HTML(`<bdi class="long">` + b.String() + `</bdi>`)
	}
	return template.HTML(`<span class="long">` + b.String() + `</span>`)
}

// shortened returns a name for the title of a plot, which has no room for more.
func shortened(name string) string {
	const most = 36
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most/2]) + "…" + string(letters[len(letters)-most/2:])
	}
	return name
}

// fromTheRight reports whether a letter belongs to a script that is written from right to left.
func fromTheRight(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko)
}

// isolated returns a name between characters that keep the direction of its letters from what stands behind it.
func isolated(name string) string {
	if !strings.ContainsFunc(name, fromTheRight) {
		return name
	}
	return "\u2068" + name + "\u2069"
}

// flags returns the flags of a command, of which each stays on one line.
func flags(command string) template.HTML {
	parts := strings.Split(command, " --")
	for i := range parts {
		if i > 0 {
			parts[i] = "--" + parts[i]
		}
		parts[i] = "<span>" + html.EscapeString(parts[i]) + "</span>"
	}
	return template.HTML("<code>" + strings.Join(parts, " ") + "</code>")
}

// figures writes a number with four digits that count, without a power of ten where it is one that people read.
func figures(v float64) string {
	s := strconv.FormatFloat(v+0, 'g', 4, 64)
	if size := math.Abs(v); strings.Contains(s, "e") && size > 1 && size < 1e7 {
		rounded, _ := strconv.ParseFloat(s, 64)
		s = strconv.FormatFloat(rounded, 'f', -1, 64)
	}
	return strings.ReplaceAll(s, "-", "−")
}

// ink returns a color, "#rrggbb", or a darker one of its kind that is read on white: of a contrast of 4.5, as WCAG 2.2, 1.4.3 has it.
func ink(color string) string {
	n, err := strconv.ParseUint(strings.TrimPrefix(color, "#"), 16, 32)
	if err != nil {
		return color
	}
	rgb := [3]float64{float64(n >> 16 & 0xff), float64(n >> 8 & 0xff), float64(n & 0xff)}
	weight := [3]float64{0.2126, 0.7152, 0.0722}
	for {
		light := 0.0
		for k, v := range rgb {
			x := v / 255
			light += float64(weight[k] * float64(x*(float64(x*(float64(x*0.305306011)+0.682171111))+0.012522878))) // sRGB to linear, to 1e-3
		}
		if 1.05 >= 4.55*(light+0.05) {
			break
		}
		for k := range rgb {
			rgb[k] = math.Floor(rgb[k] * 0.95)
		}
	}
	return "#" + strconv.FormatUint(1<<24|uint64(rgb[0])<<16|uint64(rgb[1])<<8|uint64(rgb[2]), 16)[1:]
}
