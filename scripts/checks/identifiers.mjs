import ts from 'typescript';

/**
 * The identifiers of a source file by their line, counted from 1. The name of a method that is called on something
 * (`list.slice()`) is left out: it was chosen where it is declared.
 */
export function identifiersByLine(path, content) {
  const lines = new Map();
  if (!/\.(ts|tsx|mts|mjs|cjs)$/.test(path)) return lines;
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true, kindOf(path));
  const visit = (node) => {
    if (ts.isIdentifier(node) && !isCalledMember(node)) add(lines, source, node);
    node.forEachChild(visit);
  };
  visit(source);
  return lines;
}

const kindOf = (path) => (path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);

function isCalledMember(node) {
  const { parent } = node;
  return (
    ts.isPropertyAccessExpression(parent) &&
    parent.name === node &&
    ts.isCallExpression(parent.parent) &&
    parent.parent.expression === parent
  );
}

function add(lines, source, node) {
  const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  lines.set(line, [...(lines.get(line) ?? []), node.text]);
}
