// What the names in TypeScript and JavaScript mean, by the compiler: `typescript.mjs FOLDER TYPESCRIPT`;
// see README.md for the lines it prints.

import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const [folder, library] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(path.resolve(library));
const root = fs.realpathSync(folder);
const skipped = new Set(["node_modules", "vendor", "dist", "build", "target", "coverage"]);
const endings = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/;

function codeFiles(at) {
  return fs.readdirSync(at, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap((entry) => {
    if (entry.name.startsWith(".") || skipped.has(entry.name)) return [];
    const full = path.join(at, entry.name);
    if (entry.isDirectory()) return codeFiles(full);
    const fits = entry.isFile() && endings.test(entry.name) && fs.statSync(full).size < 1e6;
    return fits ? [full] : [];
  });
}

function options() {
  const fallback = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.Preserve,
    strict: true,
  };
  const config = path.join(root, "tsconfig.json");
  const read = fs.existsSync(config) ? ts.readConfigFile(config, ts.sys.readFile).config : undefined;
  const parsed = read ? ts.parseJsonConfigFileContent(read, ts.sys, root).options : {};
  const { paths, baseUrl, jsx } = parsed;
  const kept = Object.fromEntries(Object.entries({ paths, baseUrl, jsx }).filter(([, value]) => value !== undefined));
  return { ...fallback, ...kept, allowJs: true, checkJs: true, noEmit: true, types: [], pathsBasePath: root };
}

const files = codeFiles(root);
const program = ts.createProgram(files, options());
const checker = program.getTypeChecker();
const out = new Set();

function place(node) {
  const file = node.getSourceFile();
  const start = node.getStart(file);
  const { line } = file.getLineAndCharacterOfPosition(start);
  const before = file.text.slice(file.getLineStarts()[line], start);
  return { path: path.relative(root, file.fileName), line: line + 1, column: Buffer.byteLength(before) + 1 };
}

const isInside = (file) => {
  const relative = path.relative(root, file.fileName);
  return !relative.startsWith("..") && !relative.split("/").some((part) => skipped.has(part));
};

/** What a declaration defines; "local" when only a function knows it, undefined when it defines nothing. */
function kindOf(node) {
  const kind = ts.SyntaxKind;
  switch (node.kind) {
    case kind.FunctionDeclaration: return "function";
    case kind.FunctionExpression: return node.name ? "function" : undefined;
    case kind.MethodDeclaration: case kind.MethodSignature: case kind.GetAccessor: case kind.SetAccessor: return "method";
    case kind.ClassDeclaration: return "class";
    case kind.ClassExpression: return node.name ? "class" : undefined;
    case kind.InterfaceDeclaration: return "interface";
    case kind.TypeAliasDeclaration: return isInFunction(node) ? "local" : "type";
    case kind.EnumDeclaration: return "enum";
    case kind.EnumMember: return "member";
    case kind.PropertyDeclaration: return "field";
    case kind.PropertySignature: return isNamedType(node.parent) ? "field" : "inner-field";
    case kind.PropertyAssignment: case kind.ShorthandPropertyAssignment: return "entry";
    case kind.VariableDeclaration: return isInFunction(node) ? "local" : isFunction(node.initializer) ? "function" : "constant";
    case kind.Parameter: return ts.isParameterPropertyDeclaration(node, node.parent) ? "field" : "local";
    case kind.BindingElement: return isInFunction(node) ? "local" : "constant";
    case kind.TypeParameter: case kind.ImportSpecifier: case kind.ImportClause: case kind.NamespaceImport: return "local";
    case kind.ModuleDeclaration: return "module";
    default: return undefined;
  }
}

/** Whether it is the body of an interface or of an alias, rather than a type written in place. */
const isNamedType = (node) => ts.isInterfaceDeclaration(node) || (ts.isTypeLiteralNode(node) && ts.isTypeAliasDeclaration(node.parent));

/** Whether it is a field that no class declares: `this.size = 0` in JavaScript. */
const isOwnField = (node) => ts.isPropertyAccessExpression(node.parent) && node.parent.expression.kind === ts.SyntaxKind.ThisKeyword;

const isFunction = (node) => node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

function isInFunction(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isFunctionLike(at) || ts.isClassStaticBlockDeclaration(at)) return true;
    if (ts.isSourceFile(at)) return false;
  }
  return false;
}

function useKind(node) {
  let at = node;
  const isMember = ts.isPropertyAccessExpression(at.parent) && at.parent.name === at;
  if (isMember) at = at.parent;
  const parent = at.parent;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isExportSpecifier(parent)) return "import";
  if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === at) return "call";
  if (ts.isTaggedTemplateExpression(parent) && parent.tag === at) return "call";
  if (ts.isJsxOpeningLikeElement(parent) || ts.isDecorator(parent)) return "call";
  if (ts.isPartOfTypeNode(at) || ts.isTypeReferenceNode(parent) || ts.isHeritageClause(parent.parent ?? parent)) return "type";
  if (ts.isBinaryExpression(parent) && parent.left === at) {
    const operator = parent.operatorToken.kind;
    if (operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment) return "write";
  }
  if (ts.isPostfixUnaryExpression(parent) || (ts.isPrefixUnaryExpression(parent) && parent.operator >= ts.SyntaxKind.PlusPlusToken && parent.operator <= ts.SyntaxKind.MinusMinusToken)) return "write";
  return "read";
}

function symbolOf(node) {
  let symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) {
    const aliased = checker.getAliasedSymbol(symbol);
    symbol = aliased.declarations ? aliased : undefined;
  }
  return symbol;
}

function visit(node) {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) visitName(node);
  ts.forEachChild(node, visit);
}

function visitName(node) {
  const parent = node.parent;
  const { path: file, line, column } = place(node);
  if (parent.name === node && !ts.isPropertyAccessExpression(parent) && !ts.isImportSpecifier(parent) && !ts.isExportSpecifier(parent)) {
    const kind = kindOf(parent);
    if (kind && kind !== "local" && !ts.isShorthandPropertyAssignment(parent)) {
      out.add(`def ${file}:${line}:${column} ${kind} ${node.text}`);
    }
    if (!ts.isShorthandPropertyAssignment(parent) && !ts.isImportClause(parent)) return;
  }
  let symbol;
  try {
    symbol = symbolOf(node);
  } catch {
    return;
  }
  const targets = new Set();
  for (const declaration of symbol?.declarations ?? []) {
    const name = ts.getNameOfDeclaration(declaration);
    if (ts.isSourceFile(declaration)) return;
    if (!isInside(declaration.getSourceFile())) targets.add("outside");
    else if (declaration.kind === ts.SyntaxKind.Constructor) targets.add(`${place(declaration).path}:${place(declaration).line}`);
    else if (kindOf(declaration) === "local") {
      const at = place(name ?? declaration);
      targets.add(`local=${at.path}:${at.line}`);
    }
    else if (name && (kindOf(declaration) || ts.isPropertyAccessExpression(declaration) || ts.isBinaryExpression(declaration))) {
      if (name === node) {
        if (isOwnField(node)) out.add(`def ${file}:${line}:${column} own-field ${node.text}`);
        return;
      }
      const at = place(name);
      targets.add(`${at.path}:${at.line}`);
    }
  }
  if (targets.size) out.add(`use ${file}:${line}:${column} ${useKind(node)} ${node.text} -> ${[...targets].join(" ")}`);
}

for (const file of files) {
  const source = program.getSourceFile(file);
  if (source) visit(source);
}
process.stdout.write([...out].join("\n") + "\n");
