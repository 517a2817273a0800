import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { codeLines, linesOf } from '../../rivals/harness/lines';
import { ours } from '../../rivals/harness/ours';
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

test('the page shows figures only when there are raw results of a run', () => {
  const page = readFileSync('rivals/README.md', 'utf8');
  const results = readdirSync('rivals/results').filter((file) => file.endsWith('.json'));
  expect(page.includes('No figure of a run stands here yet.')).toBe(results.length === 0);
});
