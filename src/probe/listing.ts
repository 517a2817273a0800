import { operationNamed, operationNames } from '../bank/contract';
import { plainTable } from './report';

/** What the contract says of every operation, for people and programs that cannot read its code. */
export const listing = () =>
  operationNames.map((name) => {
    const { method, path, evidence, effect, summary, refusals = [] } = operationNamed(name);
    return { name, method, path, evidence, effect, summary, refusals };
  });

const LEGEND = `# Contract

Every operation of the bank that is used, a row each. This file is written by
\`npm run contract -- --list --markdown\`; a test keeps it equal to the rows in \`src/bank/contract/\`.

- Evidence: \`specified\` is in the interface document, \`inferred\` is well supported, \`assumed\` is our own choice.
- Effect of a second identical request: \`none\` reads only, \`idempotent\` changes nothing more, \`once\` may do it again.
- Refusals are beyond malformed fields (400), 401, 403 and 429, which every operation may answer. _Later_ marks those
  that pass by themselves.
`;

/** The listing for people at a terminal. */
export const asTable = (): string => {
  const rows = listing().map((row) => [row.name, `${row.method} ${row.path}`, row.evidence, row.effect]);
  return plainTable(['Operation', 'Request', 'Evidence', 'Effect'], rows);
};

const HEADINGS = ['Operation', 'Method', 'Path', 'Evidence', 'Effect', 'What it does', 'Refusals'];

/** The listing as a document. */
export function asMarkdown(): string {
  const rows = listing().map((row) => [
    row.name,
    row.method,
    `\`${row.path}\``,
    row.evidence,
    row.effect,
    row.summary,
    row.refusals.map(refusalText).join('<br>'),
  ]);
  return `${LEGEND}\n${markdownTable([HEADINGS, ...rows])}`;
}

/** Columns are padded, so that the document is formatted as all others are. */
function markdownTable([head = [], ...rows]: readonly string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  return [head, rule, ...rows].map(line).join('');
}

const refusalText = ({ status, message, notYet }: ReturnType<typeof listing>[number]['refusals'][number]) =>
  `${status} ${message}${notYet ? ' (_later_)' : ''}`;
