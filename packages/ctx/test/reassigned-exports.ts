// Which exports of a built file may change after somebody has read them. The build says an export as a plain member
// (scripts/build/options.mjs), so a reader would go on with the old value.

import ts from 'typescript';

/** The exported variables that a function, or anything after the export, gives another value. */
export function reassignedExports(code: string): string[] {
  const { source, checker } = checked(code);
  const exported = new Map<ts.Symbol, { readonly name: string; readonly at: number }>();
  const locals = new Set<string>();
  eachNode(source, (node) => {
    const found = exportIn(node);
    const symbol = found && checker.getSymbolAtLocation(found.local);
    if (!found || !symbol) return;
    exported.set(symbol, { name: found.name, at: node.getStart(source) });
    locals.add(found.local.text);
  });
  const changed = new Set<string>();
  eachNode(source, (node, depth) => {
    if (!ts.isIdentifier(node) || !locals.has(node.text) || !isAssigned(node)) return;
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
    const known = symbol && exported.get(symbol);
    // The outermost function is the file itself.
    if (known && (depth > 1 || node.getStart(source) > known.at)) changed.add(known.name);
  });
  return [...changed];
}

const fileName = 'built.js';

function checked(code: string) {
  const source = ts.createSourceFile(fileName, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost({}),
    getSourceFile: (name) => (name === fileName ? source : undefined),
  };
  const options = { allowJs: true, noLib: true, noResolve: true, types: [], noEmit: true };
  return { source, checker: ts.createProgram([fileName], options, host).getTypeChecker() };
}

function eachNode(root: ts.Node, visit: (node: ts.Node, depth: number) => void): void {
  const walk = (node: ts.Node, depth: number): void => {
    visit(node, depth);
    const inner = ts.isFunctionLike(node) ? depth + 1 : depth;
    ts.forEachChild(node, (child) => walk(child, inner));
  };
  walk(root, 0);
}

/** `exports.name = local`. */
function exportIn(node: ts.Node): { readonly name: string; readonly local: ts.Identifier } | undefined {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
  const { left, right } = node;
  const isExport =
    ts.isPropertyAccessExpression(left) &&
    ts.isIdentifier(left.expression) &&
    left.expression.text === 'exports';
  return isExport && ts.isIdentifier(right) ? { name: left.name.text, local: right } : undefined;
}

function isAssigned(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return parent.left === node && isAssignment(parent.operatorToken.kind);
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent))
    return [ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken].includes(parent.operator);
  if (ts.isForInStatement(parent) || ts.isForOfStatement(parent)) return parent.initializer === node;
  const isPart =
    ts.isArrayLiteralExpression(parent) ||
    ts.isObjectLiteralExpression(parent) ||
    ts.isSpreadElement(parent) ||
    ts.isSpreadAssignment(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    (ts.isPropertyAssignment(parent) && parent.initializer === node) ||
    ts.isParenthesizedExpression(parent);
  return isPart && isAssigned(parent);
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}
