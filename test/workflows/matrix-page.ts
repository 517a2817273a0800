import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { matrix } from './matrix';

/** The page that shows the matrix. */
export const MATRIX_PAGE = join(__dirname, '../../docs/MATRIX.md');

/** The matrix as Markdown. */
export function matrixPage(): string {
  const rows = matrix.map(
    ({ stage, kind, what, file, title }) => `| ${stage} | ${kind} | ${what} | \`${file}\`: ${title} |`,
  );
  return [
    '# Every stage, exit, refusal and lost reply',
    '',
    'Each row is walked by a test in `test/workflows`, with time skipped. Where one test walks several rows of a table, its title has a placeholder for them. The page is written by `node scripts/run.mjs test/workflows/matrix-page.ts`; a test keeps it true.',
    '',
    '| Stage | Kind | What | Walked by |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

if (require.main === module) writeFileSync(MATRIX_PAGE, matrixPage());
