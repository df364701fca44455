// What the names in Go code mean, by go/types: `truth FOLDER`; see README.md for the lines it prints.
//
// Packages outside the folder are read from the standard library, or taken as empty: their names stay
// unknown, and what depends on them too.
package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

type reader struct {
	root    string
	fset    *token.FileSet
	std     types.Importer
	modules map[string]string // module path to folder
	files   map[string]*ast.File
	done    map[string]*types.Package
	out     *bufio.Writer
	printed map[string]bool
}

func main() {
	root, err := filepath.EvalSymlinks(os.Args[1])
	if err != nil {
		panic(err)
	}
	root, _ = filepath.Abs(root)
	build.Default.CgoEnabled = false
	r := &reader{root: root, fset: token.NewFileSet(), modules: map[string]string{}, files: map[string]*ast.File{},
		done: map[string]*types.Package{}, out: bufio.NewWriter(os.Stdout), printed: map[string]bool{}}
	r.std = importer.ForCompiler(r.fset, "source", nil)
	folders := r.findFolders()
	for _, folder := range folders {
		own, tests, outer := r.parse(folder)
		r.check(folder, append(own, tests...))
		r.check(folder+"_test", outer)
	}
	r.out.Flush()
}

func (r *reader) findFolders() []string {
	found := map[string]bool{}
	filepath.WalkDir(r.root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		name := entry.Name()
		if entry.IsDir() {
			if path != r.root && (strings.HasPrefix(name, ".") || name == "vendor" || name == "testdata" || name == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		if name == "go.mod" {
			text, _ := os.ReadFile(path)
			for _, line := range strings.Split(string(text), "\n") {
				if fields := strings.Fields(line); len(fields) >= 2 && fields[0] == "module" {
					r.modules[strings.Trim(fields[1], `"`)] = filepath.Dir(path)
				}
			}
		}
		if strings.HasSuffix(name, ".go") {
			found[filepath.Dir(path)] = true
		}
		return nil
	})
	var folders []string
	for folder := range found {
		folders = append(folders, folder)
	}
	sort.Strings(folders)
	return folders
}

// parse reads the files of a folder: those of its package, its tests, and tests of a package of their own.
func (r *reader) parse(folder string) (own, tests, outer []*ast.File) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		if fits, err := build.Default.MatchFile(folder, name); err != nil || !fits {
			continue
		}
		path := filepath.Join(folder, name)
		file := r.files[path]
		if file == nil {
			file, _ = parser.ParseFile(r.fset, path, nil, parser.SkipObjectResolution)
			if file == nil {
				continue
			}
			r.files[path] = file
		}
		switch {
		case !strings.HasSuffix(name, "_test.go"):
			if len(own) == 0 || own[0].Name.Name == file.Name.Name {
				own = append(own, file)
			}
		case strings.HasSuffix(file.Name.Name, "_test"):
			outer = append(outer, file)
		default:
			tests = append(tests, file)
		}
	}
	return own, tests, outer
}

// Import finds a package of the folder by the modules in it, any other in the standard library.
func (r *reader) Import(path string) (*types.Package, error) {
	if done := r.done[path]; done != nil {
		return done, nil
	}
	best, bestFolder := "", ""
	for module, folder := range r.modules {
		if (path == module || strings.HasPrefix(path, module+"/")) && len(module) > len(best) {
			best, bestFolder = module, folder
		}
	}
	var made *types.Package
	if best != "" {
		own, _, _ := r.parse(filepath.Join(bestFolder, strings.TrimPrefix(path, best)))
		if len(own) > 0 {
			made, _ = r.config().Check(path, r.fset, own, nil)
		}
	} else if !strings.Contains(strings.Split(path, "/")[0], ".") {
		made, _ = r.std.Import(path)
	}
	if made == nil {
		made = types.NewPackage(path, path[strings.LastIndex(path, "/")+1:])
		made.MarkComplete()
	}
	r.done[path] = made
	return made, nil
}

func (r *reader) config() *types.Config {
	return &types.Config{Importer: r, FakeImportC: true, Error: func(error) {}}
}

func (r *reader) check(path string, files []*ast.File) {
	if len(files) == 0 {
		return
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	r.config().Check(path, r.fset, files, info)
	for _, file := range files {
		var stack []ast.Node
		ast.Inspect(file, func(node ast.Node) bool {
			if node == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			if ident, is := node.(*ast.Ident); is {
				r.name(ident, info, stack)
			}
			stack = append(stack, node)
			return true
		})
	}
}

func (r *reader) name(ident *ast.Ident, info *types.Info, stack []ast.Node) {
	if object := info.Defs[ident]; object != nil {
		kind := kindOf(object)
		if kind == "field" && isInFunction(stack) {
			kind = "inner-field"
		}
		if kind != "local" && ident.Name != "_" {
			r.print(fmt.Sprintf("def %s %s %s", r.place(ident.Pos()), kind, ident.Name))
		}
	}
	object := info.Uses[ident]
	if object == nil {
		return
	}
	if _, is := object.(*types.PkgName); is {
		return
	}
	target := "outside"
	if object.Pos().IsValid() {
		place := r.place(object.Pos())
		if !strings.HasPrefix(place, "..") {
			target = place[:strings.LastIndex(place, ":")]
		}
	}
	if kindOf(object) == "local" {
		target = "local=" + target
	}
	r.print(fmt.Sprintf("use %s %s %s -> %s", r.place(ident.Pos()), useKind(ident, object, stack), ident.Name, target))
}

func isInFunction(stack []ast.Node) bool {
	for _, node := range stack {
		if _, is := node.(*ast.BlockStmt); is {
			return true
		}
	}
	return false
}

func (r *reader) print(line string) {
	if !r.printed[line] {
		r.printed[line] = true
		fmt.Fprintln(r.out, line)
	}
}

func (r *reader) place(pos token.Pos) string {
	at := r.fset.Position(pos)
	path, err := filepath.Rel(r.root, at.Filename)
	if err != nil {
		path = ".."
	}
	return fmt.Sprintf("%s:%d:%d", path, at.Line, at.Column)
}

func kindOf(object types.Object) string {
	isGlobal := object.Pkg() == nil || object.Parent() == object.Pkg().Scope()
	switch object := object.(type) {
	case *types.Func:
		if object.Type().(*types.Signature).Recv() != nil {
			return "method"
		}
		return "function"
	case *types.Var:
		if object.IsField() {
			return "field"
		}
		if isGlobal {
			return "variable"
		}
	case *types.Const:
		if isGlobal || object.Parent() == types.Universe {
			return "constant"
		}
	case *types.TypeName:
		if isGlobal || object.Parent() == types.Universe {
			return "type"
		}
	case *types.Builtin, *types.Nil:
		return "function"
	}
	return "local"
}

func useKind(ident *ast.Ident, object types.Object, stack []ast.Node) string {
	if _, is := object.(*types.TypeName); is {
		return "type"
	}
	var node ast.Node = ident
	at := len(stack) - 1
	for ; at >= 0; at-- {
		switch parent := stack[at].(type) {
		case *ast.SelectorExpr:
			if parent.Sel != node {
				return "read"
			}
		case *ast.ParenExpr, *ast.IndexListExpr:
		case *ast.IndexExpr:
			if parent.X != node {
				return "read"
			}
			if _, is := object.(*types.Func); !is {
				return "read"
			}
		case *ast.CallExpr:
			if parent.Fun == node {
				return "call"
			}
			return "read"
		case *ast.AssignStmt:
			for _, left := range parent.Lhs {
				if left == node {
					return "write"
				}
			}
			return "read"
		case *ast.IncDecStmt:
			return "write"
		case *ast.KeyValueExpr:
			if _, is := object.(*types.Var); is && parent.Key == node && object.(*types.Var).IsField() {
				return "write"
			}
			return "read"
		default:
			return "read"
		}
		node = stack[at]
	}
	return "read"
}
