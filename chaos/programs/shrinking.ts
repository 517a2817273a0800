import type { Outcome } from './run';
import type { Program, Step } from './program';

/** Runs programs, and answers in their order. */
export type RunAll = (programs: readonly Program[]) => Promise<readonly Outcome[]>;

/** Candidates that are tried in a row. */
const IN_A_ROW = 4;
/** A shorter one is looked for so long. */
const LONGEST_MS = 60_000;

/** A shorter program that fails in the same way; `isCut` where there was no time to look for a still shorter one. */
interface Shrunk {
  readonly program: Program;
  readonly isCut: boolean;
}

/**
 * The shortest program found that breaks the same rule: with fewer steps, fewer unusual readings, an easier policy. What
 * people said by chance stands there by name.
 */
export async function shrunk(runAll: RunAll, failed: Outcome, longestMs = LONGEST_MS): Promise<Shrunk> {
  const until = performance.now() + longestMs;
  const isLate = () => performance.now() > until;
  const rules = new Set(failed.findings.map(({ rule }) => rule));
  const stillFails = async (candidates: readonly Program[]): Promise<Program | undefined> => {
    for (let place = 0; place < candidates.length && !isLate(); place += IN_A_ROW) {
      const outcomes = await runAll(candidates.slice(place, place + IN_A_ROW));
      const smaller = outcomes.find(({ findings }) => findings.some(({ rule }) => rules.has(rule)));
      if (smaller) return smaller.program;
    }
    return undefined;
  };
  let smallest = (await stillFails([{ ...failed.program, steps: failed.played }])) ?? failed.program;
  for (
    let size = Math.ceil(smallest.steps.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  )
    for (
      let next = await stillFails(withFewerSteps(smallest, size));
      next;
      next = await stillFails(withFewerSteps(smallest, size))
    )
      smallest = next;
  for (
    let next = await stillFails(withEasierWorlds(smallest));
    next;
    next = await stillFails(withEasierWorlds(smallest))
  )
    smallest = next;
  return { program: smallest, isCut: isLate() };
}

/** Without so many steps in a row, wherever they stand. */
const withFewerSteps = (program: Program, size: number): Program[] =>
  Array.from({ length: Math.ceil(program.steps.length / size) }, (_, place) => ({
    ...program,
    steps: without(program.steps, place * size, size),
  })).filter(({ steps }) => steps.length > 0);

const without = (steps: readonly Step[], from: number, count: number): Step[] =>
  steps.filter((_, place) => place < from || place >= from + count);

/** Without one unusual reading, with all events, or without a policy; cases that are not begun are left out of the print. */
const withEasierWorlds = (program: Program): Program[] => [
  ...Object.keys(program.readings).map((name) => ({
    ...program,
    readings: Object.fromEntries(Object.entries(program.readings).filter(([each]) => each !== name)),
  })),
  ...(program.eventsLost > 0 ? [{ ...program, eventsLost: 0 }] : []),
  ...(program.policy.approvals > 0 ? [{ ...program, policy: { ...program.policy, approvals: 0 } }] : []),
];

/** A program as a test that can be pasted. */
export const asTest = (program: Program, what: string): string =>
  [
    `test('${what.replaceAll("'", '’')}', async () => {`,
    `  const program: Program = ${JSON.stringify(program)};`,
    '  expect(await findingsOf(program)).toEqual([]);',
    '});',
  ].join('\n');
