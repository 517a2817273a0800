import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loanWalks } from './loan-walks';
import { payoutWalks } from './payout-walks';
import { repaymentWalks } from './repayment-walks';
import type { Walk } from './walk';

/** Where `npm run matrix` writes the page. */
const PAGE = join(__dirname, '../../../../build/MATRIX.md');

/** Every stage with its exits, the refusals of the bank in it, and the replies to writes that may get lost. */
export const matrix: readonly Walk[] = [...loanWalks, ...repaymentWalks, ...payoutWalks];

/** The matrix as Markdown. */
export function matrixPage(): string {
  const rows = matrix.map(
    ({ stage, kind, what, file, title }) => `| ${stage} | ${kind} | ${what} | \`${file}\`: ${title} |`,
  );
  return [
    '# Every stage, exit, refusal and lost reply',
    '',
    'Each row is walked by a test in `test/workflows`, with time skipped. Where one test walks several rows of a table, its title has a placeholder for them. `npm run matrix` writes this page.',
    '',
    '| Stage | Kind | What | Walked by |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

if (require.main === module) {
  mkdirSync(dirname(PAGE), { recursive: true });
  writeFileSync(PAGE, matrixPage());
  process.stderr.write(`${matrix.length} walks, written to ${PAGE}\n`);
}
