// What the names in Java code mean, by javac: `Truth.java FOLDER`; see README.md for the lines it prints.
// Types that are not in the folder nor in the JDK stay unknown.

import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.tools.*;

class Truth {
    static final Set<String> SKIPPED = Set.of("node_modules", "target", "build", "vendor", "debian");
    static Path root;
    static Trees trees;
    static final Map<Element, String> places = new HashMap<>();
    static final Set<String> printed = new LinkedHashSet<>();

    public static void main(String[] args) throws IOException {
        root = Path.of(args[0]).toRealPath();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(root)) {
            files = walk.filter(path -> path.toString().endsWith(".java") && !isSkipped(path)).sorted().toList();
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        List<String> options = List.of("-proc:none", "-Xlint:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "1", "-XDallowStringFolding=false");
        // One module descriptor would make a module of the whole folder; several contradict each other.
        List<Path> sources = files.stream().filter(path -> !path.endsWith("module-info.java")).toList();
        JavacTask task = (JavacTask) compiler.getTask(Writer.nullWriter(), manager, none -> {}, options, null,
            manager.getJavaFileObjectsFromPaths(sources));
        trees = Trees.instance(task);
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        try {
            task.analyze();
        } catch (RuntimeException | AssertionError broken) {
            System.err.println("javac: " + broken);
        }
        for (CompilationUnitTree unit : units) new Definitions(unit).scan(unit, null);
        for (CompilationUnitTree unit : units) new Uses(unit).scan(unit, null);
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        printed.forEach(out::println);
        out.flush();
    }

    static boolean isSkipped(Path path) {
        for (Path part : root.relativize(path)) {
            if (SKIPPED.contains(part.toString()) || part.toString().startsWith(".")) return true;
        }
        return false;
    }

    /** One file, with what is needed to say where something stands. */
    static class Reader extends TreePathScanner<Void, Void> {
        final CompilationUnitTree unit;
        final String text;
        final String file;
        final SourcePositions positions = trees.getSourcePositions();

        Reader(CompilationUnitTree unit) {
            this.unit = unit;
            String found = "";
            try {
                found = unit.getSourceFile().getCharContent(true).toString();
            } catch (IOException unreadable) {
                System.err.println(unreadable);
            }
            text = found;
            file = root.relativize(Path.of(unit.getSourceFile().toUri())).toString();
        }

        String place(int at) {
            int start = text.lastIndexOf('\n', at - 1) + 1;
            long line = unit.getLineMap().getLineNumber(at);
            int column = text.substring(start, at).getBytes(StandardCharsets.UTF_8).length + 1;
            return file + ":" + line + ":" + column;
        }

        int start(Tree tree) {
            return (int) positions.getStartPosition(unit, tree);
        }

        int end(Tree tree) {
            return tree == null ? -1 : (int) positions.getEndPosition(unit, tree);
        }

        int find(String pattern, int from) {
            Matcher matcher = Pattern.compile(pattern).matcher(text);
            return from >= 0 && matcher.find(from) ? matcher.start(matcher.groupCount()) : -1;
        }
    }

    static class Definitions extends Reader {
        Definitions(CompilationUnitTree unit) {
            super(unit);
        }

        void define(Tree tree, String kind, String name, int at) {
            Element element = trees.getElement(getCurrentPath());
            if (at < 0 || element == null) return;
            String place = place(at);
            places.put(element, place.substring(0, place.lastIndexOf(':')));
            printed.add("def " + place + " " + kind + " " + name);
        }

        @Override public Void visitClass(ClassTree tree, Void none) {
            String name = tree.getSimpleName().toString();
            if (!name.isEmpty()) {
                String kind = tree.getKind() == Tree.Kind.INTERFACE ? "interface" : tree.getKind() == Tree.Kind.ENUM ? "enum" : "class";
                int from = Math.max(start(tree), end(tree.getModifiers()));
                define(tree, kind, name, find("\\b(?:class|interface|enum|record)\\s+(" + Pattern.quote(name) + ")\\b", from));
            }
            return super.visitClass(tree, none);
        }

        @Override public Void visitMethod(MethodTree tree, Void none) {
            Element element = trees.getElement(getCurrentPath());
            boolean isConstructor = tree.getReturnType() == null;
            String name = isConstructor && element != null ? element.getEnclosingElement().getSimpleName().toString() : tree.getName().toString();
            int from = Math.max(Math.max(start(tree), end(tree.getModifiers())), end(tree.getReturnType()));
            // A constructor that is not written has no end.
            if (end(tree) >= 0 && !name.isEmpty()) {
                define(tree, isConstructor ? "constructor" : "method", name, find("\\b(" + Pattern.quote(name) + ")\\s*[({]", from));
            }
            return super.visitMethod(tree, none);
        }

        @Override public Void visitVariable(VariableTree tree, Void none) {
            Element element = trees.getElement(getCurrentPath());
            if (element != null && (element.getKind() == ElementKind.FIELD || element.getKind() == ElementKind.ENUM_CONSTANT)) {
                String name = tree.getName().toString();
                boolean isMember = element.getKind() == ElementKind.ENUM_CONSTANT;
                boolean isConstant = element.getModifiers().contains(Modifier.STATIC) && element.getModifiers().contains(Modifier.FINAL);
                int from = isMember ? Math.max(start(tree), end(tree.getModifiers())) : Math.max(start(tree), end(tree.getType()));
                int at = find("\\b(" + Pattern.quote(name) + ")\\b", from);
                // In `int salts[]` the type ends after the name.
                if (!isMember && at > end(tree)) at = find("\\b(" + Pattern.quote(name) + ")\\b", start(tree.getType()));
                define(tree, isMember ? "member" : isConstant ? "constant" : "field", name, at);
            }
            return super.visitVariable(tree, none);
        }
    }

    static class Uses extends Reader {
        private boolean inImport = false;

        Uses(CompilationUnitTree unit) {
            super(unit);
        }

        @Override public Void visitImport(ImportTree tree, Void none) {
            inImport = true;
            super.visitImport(tree, none);
            inImport = false;
            return null;
        }

        @Override public Void visitPackage(PackageTree tree, Void none) {
            return null;
        }

        @Override public Void visitIdentifier(IdentifierTree tree, Void none) {
            use(start(tree), tree.getName().toString());
            return super.visitIdentifier(tree, none);
        }

        @Override public Void visitMemberSelect(MemberSelectTree tree, Void none) {
            String name = tree.getIdentifier().toString();
            use(end(tree) - name.length(), name);
            return super.visitMemberSelect(tree, none);
        }

        @Override public Void visitMemberReference(MemberReferenceTree tree, Void none) {
            String name = tree.getName().toString();
            use(end(tree) - name.length(), name);
            return super.visitMemberReference(tree, none);
        }

        private void use(int at, String name) {
            if (at < 0 || !text.startsWith(name, at) || name.equals("this") || name.equals("super") || name.equals("class")) return;
            TreePath path = getCurrentPath();
            TreePath above = path.getParentPath();
            Tree parent = above.getLeaf();
            if (parent instanceof ParameterizedTypeTree && above.getParentPath().getLeaf() instanceof NewClassTree) {
                above = above.getParentPath();
            }
            Element element = trees.getElement(path);
            String kind = kindOf(path.getLeaf(), parent, element);
            // The class that is constructed, and not one of the arguments.
            if (above.getLeaf() instanceof NewClassTree made && (made.getIdentifier() == path.getLeaf() || made.getIdentifier() == parent)) {
                kind = "call";
                Element constructor = trees.getElement(above);
                if (made.getClassBody() == null && constructor != null && places.containsKey(constructor)) element = constructor;
            }
            if (element == null || element.getKind() == ElementKind.PACKAGE || element.asType().getKind() == javax.lang.model.type.TypeKind.ERROR) return;
            String target = switch (element.getKind()) {
                case LOCAL_VARIABLE, PARAMETER, EXCEPTION_PARAMETER, RESOURCE_VARIABLE, TYPE_PARAMETER, BINDING_VARIABLE -> "local";
                default -> places.getOrDefault(element, "outside");
            };
            printed.add("use " + place(at) + " " + kind + " " + name + " -> " + target);
        }

        private String kindOf(Tree tree, Tree parent, Element element) {
            if (inImport) return "import";
            if (parent instanceof MethodInvocationTree call && call.getMethodSelect() == tree) return "call";
            if (element != null && (element.getKind().isClass() || element.getKind().isInterface())) return "type";
            if (parent instanceof AssignmentTree set && set.getVariable() == tree) return "write";
            if (parent instanceof CompoundAssignmentTree set && set.getVariable() == tree) return "write";
            boolean counts = switch (parent.getKind()) {
                case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT -> true;
                default -> false;
            };
            return counts ? "write" : "read";
        }
    }
}
