package sim_test

import (
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestDocs_HaveNoUnitsThatAreLinks: in a doc comment a unit such as m/s in square brackets is the link to a package of that
// path, and is shown without them; it stands in round ones.
func TestDocs_HaveNoUnitsThatAreLinks(t *testing.T) {
	t.Parallel()
	docs := 0
	check := func(path string, g *ast.CommentGroup) {
		if g == nil {
			return
		}
		docs++
		for _, block := range new(comment.Parser).Parse(g.Text()).Content {
			p, ok := block.(*comment.Paragraph)
			if !ok {
				continue
			}
			for _, text := range p.Text {
				if l, ok := text.(*comment.DocLink); ok && strings.Contains(l.ImportPath, "/") {
					t.Errorf("%s: %.60q: [%s] is the link to a package: write (%s)", path, g.Text(), l.ImportPath, l.ImportPath)
				}
			}
		}
	}
	err := filepath.WalkDir("..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		check(path, f.Doc)
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() {
					check(path, d.Doc)
				}
			case *ast.GenDecl:
				if declaresExported(d) {
					check(path, d.Doc)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if docs < 500 {
		t.Errorf("only %d comments were read", docs)
	}
}

func declaresExported(d *ast.GenDecl) bool {
	return slices.ContainsFunc(d.Specs, func(s ast.Spec) bool {
		switch s := s.(type) {
		case *ast.TypeSpec:
			return s.Name.IsExported()
		case *ast.ValueSpec:
			return slices.ContainsFunc(s.Names, (*ast.Ident).IsExported)
		}
		return false
	})
}
