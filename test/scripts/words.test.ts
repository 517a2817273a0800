import { checkPlanted } from '../support/scripts/planted-project';

test('a retired word is found in identifiers, members, file names, comments, messages, documents and scripts', () => {
  const files = {
    'src/a.ts': 'export const x = 1;\nexport class RateWindow {}\n',
    'src/b.ts': 'export const a = { lane_shares: 1 };\n',
    'src/call-tally.ts': '',
    'bench/a.ts': '// For whoever reads.\n',
    'src/c.ts': "throw new Error('Nobody is there.');\n",
    'docs/A.md': '# A\n\nThe sweep finds it.\n',
    'scripts/a.mjs': 'export const say = 1;\n',
  };
  const { code, said } = checkPlanted('words', files);
  expect(code).toBe(1);
  for (const found of [
    'src/a.ts:2  "rate window": say fixed window, roll over',
    'src/b.ts:1  "lane shares": say priority reservation',
    'src/call-tally.ts  "tally": say usage counter',
    'bench/a.ts:1  "whoever": say the actor by name',
    'src/c.ts:1  "nobody": say the actor by name',
    'docs/A.md:3  "sweep": say scheduled job',
    'scripts/a.mjs:1  "say": say log',
  ])
    expect(said).toContainEqual(expect.stringContaining(found));
});

test('a word that is good English is a finding as a name alone', () => {
  const files = { 'src/a.ts': '// What they say is still on its way.\nexport const say = 1;\n' };
  expect(checkPlanted('words', files).said).toEqual(['src/a.ts:2  "say": say log', '1 retired words.']);
});

test('a word is a finding only in the rooms where it had the retired meaning', () => {
  const files = {
    'src/workflows/batch/a.ts': 'export const slice = 1;\n',
    'src/config/a.ts': 'export const slice = [1].slice();\n',
  };
  expect(checkPlanted('words', files).said).toEqual([
    'src/workflows/batch/a.ts:1  "slice": say chunk',
    '1 retired words.',
  ]);
});

test('the names of methods that others declared, and what others rely on, are no findings', () => {
  const files = {
    'src/workflows/a.ts': 'export const first = [1].slice(0, 1);\nexport type A = Awaited<string>;\n',
    'src/config/a.ts': "export const name = 'SERVICE_BASE_URL';\n",
    'docs/A.md': 'Run `npm run starter -- list` with GAP_REPAIR_EVERY_MINUTES=0.\n',
  };
  expect(checkPlanted('words', files)).toEqual({ code: 0, said: ['No retired word.'] });
});
