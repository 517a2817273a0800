import { programOf } from '../../../chaos/programs/generator';
import type { Program, Step } from '../../../chaos/programs/program';
import { asTest, shrunk } from '../../../chaos/programs/shrinking';

const isNight = (step: Step) => step.do === 'night';
const isCancel = (step: Step) => step.do === 'tell' && step.command === 'cancel';
const cancel: Step = { do: 'tell', case: 0, command: 'cancel', person: 1, choice: 0 };

/** As if a case broke where it is cancelled and a night follows. */
const breaksWhen = ({ steps }: Program) => {
  const cancelled = steps.findIndex(isCancel);
  return cancelled >= 0 && steps.slice(cancelled).some(isNight);
};
const outcomeOf = (program: Program) => ({
  program,
  played: program.steps,
  isUnjudged: false,
  findings: breaksWhen(program) ? [{ rule: 'no' as const, about: 'payout:PO-1', what: 'it was sent' }] : [],
});
const runAll = (programs: readonly Program[]) => Promise.resolve(programs.map(outcomeOf));

test('a failing program shrinks to the steps that break the rule', async () => {
  const program = programOf(7);
  const longer = {
    ...program,
    steps: [...program.steps, cancel, ...program.steps, { do: 'night' } as const],
  };
  const { program: shortest, isCut } = await shrunk(runAll, outcomeOf(longer));
  expect(shortest).toMatchObject({ steps: [cancel, { do: 'night' }], readings: {}, eventsLost: 0 });
  expect(isCut).toBe(false);
});

test('a program that takes too long to shrink is printed as far as it is', async () => {
  const longer = { ...programOf(7), steps: [...programOf(7).steps, cancel, { do: 'night' } as const] };
  expect(await shrunk(runAll, outcomeOf(longer), -1)).toEqual({ program: longer, isCut: true });
});

test('a seed stands for the same program every time', () => {
  expect(programOf(11)).toEqual(programOf(11));
});

test('a program is printed as a test that can be pasted', () => {
  expect(asTest(programOf(1), 'an accepted "no" holds')).toContain(
    `test('an accepted "no" holds', async () => {`,
  );
});
