import { existsSync, readFileSync } from 'node:fs';
import { codeLines, linesOf } from '../../rivals/harness/lines';
import { ours } from '../../rivals/harness/ours';
import { filled, keptResults, type Result } from '../../rivals/harness/page';
import { rivals } from '../../rivals/harness/rival';
import { summary } from '../../rivals/harness/summary';

test('lines of code are counted without blank ones and comments', () => {
  expect(codeLines('/** About it. */\nconst one = 1;\n\n// Why.\n/*\n * More.\n */\nconst two = 2;\n')).toBe(
    2,
  );
});

test('each rival’s files exist, and the careful variant is the longer one', async () => {
  for (const { files } of [ours, ...rivals]) expect(files.filter((file) => !existsSync(file))).toEqual([]);
  for (const idiomatic of rivals.filter(({ variant }) => variant === 'idiomatic')) {
    const careful = rivals.find(({ name, variant }) => name === idiomatic.name && variant === 'careful');
    expect(await linesOf(careful!)).toBeGreaterThan(await linesOf(idiomatic));
  }
});

test('a table has the median of the repeats and the range, and what never came is beyond every other', () => {
  const row = (repeat: number, p95: number | null) => ({
    ...{ work: 'burst', engine: 'A', variant: 'careful', payouts: 80, p95, lost: 0, repeat },
  });
  expect(summary([row(0, 3), row(1, null), row(2, 1)])).toEqual({
    burst: [{ engine: 'A', variant: 'careful', p95: '3 (1 to –)', lost: 0 }],
  });
});

test('the rivals’ packages are pinned to exact versions, apart from those of the project', () => {
  const versionsIn = (path: string) =>
    (JSON.parse(readFileSync(path, 'utf8')) as { dependencies: Record<string, string> }).dependencies;
  const own = versionsIn('rivals/package.json');
  expect(Object.values(own).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  expect(Object.keys(versionsIn('package.json'))).not.toContain('bullmq');
});

const result = (at: string, extent: 'full' | 'quick', engine: string, calls: number): Result => ({
  ...{ at, machine: { cores: 2, model: 'X', memoryGib: 8, node: 'v20' }, setting: { extent, repeats: 1 } },
  lines: [{ engine: `${engine}, careful`, linesOfCode: 300 }],
  rows: [{ work: 'burst', engine, variant: 'careful', payouts: 80, callsEach: calls, repeat: 0 }],
  failures: [],
});

test('the page has the tables of each engine’s newest whole run, and of quick ones only where there is no whole one', () => {
  const page =
    'Before.\n<!-- Tables: npm run bench -- rivals --tables -->\nold\n<!-- End of the tables -->\nAfter.\n';
  const quick = result('2026-01-03', 'quick', 'B', 4);
  expect(filled(page, [quick])).toContain('| B, careful | 4 |');
  const all = filled(page, [
    result('2026-01-01', 'full', 'A', 1),
    result('2026-01-02', 'full', 'A', 2),
    quick,
  ]);
  expect(all).toContain('### burst\n\n| engine | calls each |\n|---|---|\n| A, careful | 2 |\n');
  expect(all).toContain('| A, careful | 300 |');
  expect(all).not.toContain('| B, careful');
  expect(all).toMatch(/^Before\.[^]*After\.\n$/);
  expect(filled(all, [])).toContain('No figure of a run stands here yet.');
});

test('a column that is 0 for all is a sentence', () => {
  const lossless = { ...result('2026-01-01', 'full', 'A', 1), failures: [] };
  const rows = lossless.rows.map((row) => ({ ...row, lost: 0, sentP95S: 3, p50Ms: 2, diskMbPer1000: 1 }));
  const begin = '<!-- Tables: npm run bench -- rivals --tables --><!-- End of the tables -->';
  expect(filled(begin, [{ ...lossless, rows }])).toContain(
    '### burst\n\n0 for all: lost.\n\n| engine | calls each | sent p95 s | p50 ms | disk mb per 1000 |\n',
  );
});

test('the page’s tables are those of the raw results that are kept', async () => {
  const page = readFileSync('rivals/README.md', 'utf8');
  expect(filled(page, await keptResults())).toBe(page);
});
