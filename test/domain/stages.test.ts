import type { CommandTable } from '../../src/domain/case/commands';
import { enrolmentCommands } from '../../src/domain/enrolment/commands';
import { loanCommands } from '../../src/domain/loan/commands';
import { repaymentCommands } from '../../src/domain/repayment/commands';
import { enrolmentStages } from '../../src/domain/enrolment/stages';
import { loanStages } from '../../src/domain/loan/stages';
import { repaymentStages } from '../../src/domain/repayment/stages';
import { type StageRow, waits } from '../../src/domain/case/waits';
import { payoutCommands, reopenedPayoutCommands } from '../../src/domain/payout/commands';
import { payoutStages, reopenedPayoutStages } from '../../src/domain/payout/stages';
import { limitsCommands } from '../../src/domain/transfer-limits/commands';
import { limitsStages } from '../../src/domain/transfer-limits/stages';

type Stages = Readonly<Record<string, StageRow>>;
const tables: readonly (readonly [string, Stages, CommandTable])[] = [
  ['a loan', loanStages, loanCommands],
  ['a repayment', repaymentStages, repaymentCommands],
  ['an enrolment', enrolmentStages, enrolmentCommands],
  ['a payout', payoutStages, payoutCommands],
  ['a change of limits', limitsStages, limitsCommands],
  ['a reopened payout', reopenedPayoutStages, reopenedPayoutCommands],
];

describe.each(tables)('the stages of %s', (_what, stages, commands) => {
  const names = Object.keys(stages);
  const rows = Object.entries(stages);
  const running = rows.filter(([, { final }]) => !final).map(([name]) => name);

  test('lead to stages that exist', () => {
    for (const [, { next }] of rows) expect(names).toEqual(expect.arrayContaining([...next]));
  });

  test('can be left, unless they are final; final ones cannot', () => {
    for (const [name, { next, final }] of rows)
      expect([name, next.length > 0]).toEqual([name, final !== true]);
  });

  test('can all be reached from the first', () => {
    const reached = new Set([names[0]]);
    for (const name of reached) for (const next of stages[name!]!.next) reached.add(next);
    expect([...reached].sort()).toEqual([...names].sort());
  });

  test('wait for things that exist', () => {
    const known = Object.keys(waits);
    for (const [, { waitsFor }] of rows) if (waitsFor) expect(known).toContain(waitsFor);
  });

  test('have commands only while they run, and each has a way to add a note', () => {
    for (const { stages: allowed } of Object.values(commands))
      expect(running).toEqual(expect.arrayContaining([...allowed]));
    expect([...commands.addNote!.stages].sort()).toEqual([...running].sort());
  });

  test('can be tried again in each running stage', () => {
    expect([...commands.retry!.stages].sort()).toEqual([...running].sort());
  });
});

test('every stage of a loan before the disbursement can be withdrawn from, and leads to WITHDRAWN', () => {
  const { stages } = loanCommands.withdraw;
  for (const stage of stages) expect(loanStages[stage].next).toContain('WITHDRAWN');
  expect(stages).not.toContain('DISBURSEMENT');
});
