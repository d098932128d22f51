package sim_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
)

// enginePackages are the packages whose numbers reach a result.
var enginePackages = []string{
	"sim/geom", "sim/rigid", "sim/record", "sim/vehicle", "broadphase", "narrowphase", "response", "sim",
}

// reviewed are the places that a rule reports and that have been looked at: "file: rule: text of the line" with the
// reason. An entry that no longer matches fails the test.
var reviewed = map[string]string{
	"sim/geom/trig_reduce.go: convert: q = uint32(int32(n))":                           "n is bounded by the range of the reduction, below 2^20",
	"broadphase/octree_build.go: convert: return uint64(x)":                            "x is clamped to the grid just before",
	"sim/pool.go: go: go c.serve(i)":                                                   "the pieces of a loop are those of the data, and write what is theirs alone, whoever takes them",
	"sim/geom/hull_load.go: convert: return int64(math.Max(-most, math.Min(x, most)))": "clamped in the same line",
}

// TestEngine_KeepsTheRulesOfDeterminism reads every file of the engine with its types and reports what can make results
// differ from one machine or run to the next.
func TestEngine_KeepsTheRulesOfDeterminism(t *testing.T) {
	t.Parallel()
	exports := exportData(t)
	used := map[string]bool{}
	files := 0
	for _, pkg := range enginePackages {
		l := lintDir(t, filepath.Join("..", filepath.FromSlash(pkg)), module+pkg, exports)
		files += l.files
		for _, f := range l.found {
			if _, ok := reviewed[f.key]; ok {
				used[f.key] = true
				continue
			}
			t.Errorf("%s", f.text)
		}
	}
	if files < 30 {
		t.Errorf("only %d files were read", files)
	}
	for k := range reviewed {
		if !used[k] {
			t.Errorf("reviewed place is gone: %s", k)
		}
	}
}

// TestLint_FindsEveryBreach is the negative control: a file in which each line marked with `want` breaks a rule.
func TestLint_FindsEveryBreach(t *testing.T) {
	t.Parallel()
	exports := exportData(t)
	dir := filepath.Join("testdata", "rules")
	l := lintDir(t, dir, "breaches", exports)
	src, err := os.ReadFile(filepath.Join(dir, "breaches.go"))
	if err != nil {
		t.Fatal(err)
	}
	got := map[int][]string{}
	for _, f := range l.found {
		got[f.line] = append(got[f.line], f.rule)
	}
	marks := 0
	for i, line := range strings.Split(string(src), "\n") {
		_, want, marked := strings.Cut(line, "// want ")
		if !marked {
			if len(got[i+1]) > 0 {
				t.Errorf("line %d: reported %v, but it keeps the rules: %s", i+1, got[i+1], line)
			}
			continue
		}
		marks++
		if !slices.Contains(got[i+1], want) {
			t.Errorf("line %d: rule %q found nothing (only %v): %s", i+1, want, got[i+1], line)
		}
	}
	if marks < 20 {
		t.Errorf("only %d marks", marks)
	}
}

// exportData returns where the compiler's export data of each package the module depends on lies.
func exportData(t *testing.T) map[string]string {
	t.Helper()
	m := map[string]string{}
	dec := json.NewDecoder(strings.NewReader(string(goList(t, "-export", "-deps", "-json=ImportPath,Export",
		"./sim/...", "./broadphase", "./narrowphase", "./response", "math/cmplx", "math/rand", "math/rand/v2", "maps", "time", "os", "runtime"))))
	for dec.More() {
		var p struct{ ImportPath, Export string }
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		m[p.ImportPath] = p.Export
	}
	return m
}

type finding struct {
	line            int
	rule, text, key string
}

type linter struct {
	fset  *token.FileSet
	info  *types.Info
	lines []string
	file  string
	files int
	found []finding
	stack []ast.Node
}

func lintDir(t *testing.T, dir, path string, exports map[string]string) *linter {
	t.Helper()
	l := &linter{fset: token.NewFileSet()}
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	sort.Strings(names)
	var files []*ast.File
	for _, n := range names {
		if strings.HasSuffix(n, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(l.fset, n, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	l.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	imp := importer.ForCompiler(l.fset, "gc", func(p string) (io.ReadCloser, error) {
		e := exports[p]
		if e == "" {
			return nil, fmt.Errorf("no export data of %s", p)
		}
		return os.Open(e)
	})
	conf := types.Config{Importer: imp}
	if _, err := conf.Check(path, l.fset, files, l.info); err != nil {
		t.Fatalf("%s: %v", dir, err)
	}
	for _, f := range files {
		l.file = l.fset.Position(f.Pos()).Filename
		src, err := os.ReadFile(l.file)
		if err != nil {
			t.Fatal(err)
		}
		l.lines = strings.Split(string(src), "\n")
		l.files++
		ast.Inspect(f, l.visit)
	}
	return l
}

func (l *linter) report(rule string, n ast.Node, msg string) {
	pos := l.fset.Position(n.Pos())
	name := filepath.ToSlash(strings.TrimPrefix(pos.Filename, ".."+string(filepath.Separator)))
	text := strings.TrimSpace(l.lines[pos.Line-1])
	l.found = append(l.found, finding{
		line: pos.Line, rule: rule,
		text: fmt.Sprintf("%s:%d: %s: %s\n\t%s", name, pos.Line, rule, msg, text),
		key:  fmt.Sprintf("%s: %s: %s", name, rule, text),
	})
}

func (l *linter) visit(n ast.Node) bool {
	if n == nil {
		l.stack = l.stack[:len(l.stack)-1]
		return true
	}
	l.stack = append(l.stack, n)
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if n.Op == token.MUL || n.Op == token.QUO && l.halving(n.Y) {
			l.product(n)
		}
	case *ast.AssignStmt:
		if n.Tok == token.MUL_ASSIGN && isFloat(l.info.TypeOf(n.Lhs[0])) {
			l.report("fma", n, "x *= y is not rounded by a conversion: write x = float64(x * y)")
		}
		if n.Tok == token.QUO_ASSIGN && isFloat(l.info.TypeOf(n.Lhs[0])) && l.halving(n.Rhs[0]) {
			l.report("fma", n, "a division by a power of two is compiled as a product: write x = float64(x / 2)")
		}
	case *ast.RangeStmt:
		if t := l.info.TypeOf(n.X); t != nil {
			if _, ok := t.Underlying().(*types.Map); ok {
				l.report("map", n.X, "the order of a map differs between runs")
			}
		}
	case *ast.GoStmt:
		l.report("go", n, "a goroutine needs a fixed partition: review it")
	case *ast.SelectStmt:
		if len(n.Body.List) > 1 {
			l.report("go", n, "select picks at random")
		}
	case *ast.CallExpr:
		l.call(n)
	}
	return true
}

// halving reports a constant power of two, by which a division is compiled as a product.
func (l *linter) halving(e ast.Expr) bool {
	v := l.info.Types[e].Value
	if v == nil {
		return false
	}
	f, _ := constant.Float64Val(constant.ToFloat(v))
	fr, _ := math.Frexp(f)
	return fr == 0.5 || fr == -0.5
}

// product reports a floating-point product that may reach an addition before it is rounded: it is not under a
// conversion to a float type, nor consumed at once by what has no fused form (a comparison, a further product or
// quotient that is itself looked at, an argument of package math).
func (l *linter) product(n *ast.BinaryExpr) {
	tv := l.info.Types[n]
	if !isFloat(tv.Type) || tv.Value != nil {
		return
	}
	var child ast.Node = n
	for i := len(l.stack) - 2; i >= 0; i-- {
		switch p := l.stack[i].(type) {
		case *ast.ParenExpr:
			child = p
			continue
		case *ast.UnaryExpr:
			if p.Op == token.SUB || p.Op == token.ADD {
				child = p
				continue
			}
		case *ast.BinaryExpr:
			switch p.Op {
			case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
				return
			case token.MUL, token.QUO:
				if p.Op == token.QUO && p.Y == child {
					return
				}
				other := p.X
				if p.X == child {
					other = p.Y
				}
				v := l.info.Types[other].Value
				if v == nil {
					return
				}
				// p·2 and p/0.5 are compiled as p + p.
				if f, _ := constant.Float64Val(constant.ToFloat(v)); f != 2 && f != 0.5 {
					return
				}
			}
		case *ast.CallExpr:
			if tv, ok := l.info.Types[p.Fun]; ok && tv.IsType() {
				if isFloat(tv.Type) {
					return
				}
				break
			}
			if f := l.callee(p); f != nil && f.Pkg() != nil && f.Pkg().Path() == "math" {
				return
			}
		}
		break
	}
	l.report("fma", n, "a product that is not rounded by a conversion may be fused with an addition: write float64(a * b)")
}

func (l *linter) callee(c *ast.CallExpr) *types.Func {
	var id *ast.Ident
	switch f := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return nil
	}
	f, _ := l.info.Uses[id].(*types.Func)
	return f
}

// sameEverywhere are the functions of package math whose bits are the same on every machine.
const sameEverywhere = " Abs Ceil Copysign Float32bits Float32frombits Float64bits Float64frombits Floor Frexp Inf IsInf IsNaN Ldexp Max Min Mod Modf NaN Nextafter Nextafter32 Round RoundToEven Signbit Sqrt Trunc "

// forbidden are the functions, by package, that let a clock, chance, the environment or an unspecified order in.
var forbidden = map[string]string{
	"time":         " Now Since Until After Tick NewTimer NewTicker AfterFunc Sleep ",
	"maps":         " Keys Values All ",
	"sort":         " Slice Sort ",
	"runtime":      " NumCPU GOMAXPROCS NumGoroutine ",
	"os":           " Getenv LookupEnv Environ Getpid Hostname ",
	"hash/maphash": " String Bytes MakeSeed ",
}

func (l *linter) call(n *ast.CallExpr) {
	if tv, ok := l.info.Types[n.Fun]; ok && tv.IsType() {
		l.conversion(n, tv.Type)
		return
	}
	f := l.callee(n)
	if f == nil || f.Pkg() == nil {
		return
	}
	path, name := f.Pkg().Path(), f.Name()
	sig, _ := f.Type().(*types.Signature)
	switch {
	case path == "math" && !strings.Contains(sameEverywhere, " "+name+" "):
		l.report("math", n, "math."+name+" has other bits on other machines: use package geom")
	case path == "math/cmplx":
		l.report("math", n, "complex arithmetic cannot be kept from being fused")
	case strings.HasPrefix(path, "math/rand") || path == "crypto/rand":
		l.report("rand", n, path+"."+name+": chance does not belong into the engine")
	case strings.Contains(forbidden[path], " "+name+" ") && (sig == nil || sig.Recv() == nil):
		l.report("world", n, path+"."+name+" lets something outside the scenario in, or an order that is not fixed")
	case strings.HasPrefix(path, "github.com/go-gl/mathgl/") && sig != nil && arithmetic(sig, name):
		l.report("dep", n, path+"."+name+": its products are not rounded")
	}
}

// arithmetic reports whether a function of mathgl computes: those that only take apart or put together do not.
func arithmetic(sig *types.Signature, name string) bool {
	switch name {
	case "At", "Col", "Row", "X", "Y", "Z", "W", "Elem", "Vec3", "Vec4", "Ident3", "Ident4", "QuatIdent":
		return false
	}
	for i := 0; i < sig.Results().Len(); i++ {
		if holdsFloat(sig.Results().At(i).Type(), 0) {
			return true
		}
	}
	return false
}

func holdsFloat(t types.Type, depth int) bool {
	if depth > 4 {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsFloat != 0
	case *types.Array:
		return holdsFloat(u.Elem(), depth+1)
	case *types.Struct:
		for i := 0; i < u.NumFields(); i++ {
			if holdsFloat(u.Field(i).Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// conversion reports float to integer, whose result out of range differs between machines, and addresses as numbers.
func (l *linter) conversion(n *ast.CallExpr, to types.Type) {
	b, ok := to.Underlying().(*types.Basic)
	if !ok || len(n.Args) != 1 {
		return
	}
	from := l.info.Types[n.Args[0]]
	if b.Info()&types.IsInteger != 0 && isFloat(from.Type) && from.Value == nil {
		l.report("convert", n, "float to integer differs between machines out of range: clamp first, then review")
	}
	if fb, ok := from.Type.Underlying().(*types.Basic); ok && b.Kind() == types.Uintptr && fb.Kind() == types.UnsafePointer {
		l.report("world", n, "an address differs between runs")
	}
}

func isFloat(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsFloat|types.IsComplex) != 0
}
