import { operationNamed, operationNames } from '../service/contract';

/** What the contract says of every operation, for people and programs that cannot read its code. */
export const listing = () =>
  operationNames.map((name) => {
    const { method, path, evidence, effect, summary, refusals = [] } = operationNamed(name);
    return { name, method, path, evidence, effect, summary, refusals };
  });

const LEGEND = `# Contract

Every operation of the banking service that is used, a row each. This file is written by
\`npm run contract -- --list --markdown\`; a test keeps it equal to the rows in \`src/service/contract/\`.

- Evidence: \`specified\` is in the interface document, \`inferred\` is well supported, \`assumed\` is our own choice.
- Effect of a second identical request: \`none\` reads only, \`idempotent\` changes nothing more, \`once\` may do it again.
- Refusals are beyond malformed fields (400), 401, 403 and 429, which every operation may answer. *Later* marks those
  that pass by themselves.
`;

const HEADINGS = ['Operation', 'Method', 'Path', 'Evidence', 'Effect', 'What it does', 'Refusals'];

/** The listing as a document. */
export function markdown(): string {
  const rows = listing().map((row) => [
    row.name,
    row.method,
    `\`${row.path}\``,
    row.evidence,
    row.effect,
    row.summary,
    row.refusals.map(refusalText).join('<br>'),
  ]);
  const lines = [HEADINGS, HEADINGS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${LEGEND}\n${lines.join('\n')}\n`;
}

const refusalText = ({ status, message, notYet }: ReturnType<typeof listing>[number]['refusals'][number]) =>
  `${status} ${message}${notYet ? ' (*later*)' : ''}`;
