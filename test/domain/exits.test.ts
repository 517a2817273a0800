import { casework } from '../../src/domain/case/casework';
import type { CommandTable } from '../../src/domain/case/commands';
import { secondPerson } from '../../src/domain/case/second-person';
import { batchCommands } from '../../src/domain/batch/commands';
import { batchStages } from '../../src/domain/batch/stages';
import { enrolmentCommands } from '../../src/domain/enrolment/commands';
import { enrolmentStages } from '../../src/domain/enrolment/stages';
import { loanCommands } from '../../src/domain/loan/commands';
import { loanStages } from '../../src/domain/loan/stages';
import { payoutCommands, reopenedPayoutCommands } from '../../src/domain/payout/commands';
import { payoutStages, reopenedPayoutStages } from '../../src/domain/payout/stages';
import { limitsCommands, limitsStages } from '../../src/domain/payout/transfer-limits';
import { reconciliationCommands, reconciliationStages } from '../../src/domain/reconciliation/stages';
import { repaymentCommands } from '../../src/domain/repayment/commands';
import { repaymentStages } from '../../src/domain/repayment/stages';

const kinds: readonly (readonly [string, Readonly<Record<string, object>>, CommandTable])[] = [
  ['enrolment', enrolmentStages, enrolmentCommands],
  ['loan', loanStages, loanCommands],
  ['repayment', repaymentStages, repaymentCommands],
  ['payout', payoutStages, payoutCommands],
  ['reopened payout', reopenedPayoutStages, reopenedPayoutCommands],
  ['batch', batchStages, batchCommands],
  ['transfer limits', limitsStages, limitsCommands],
  ['reconciliation', reconciliationStages, reconciliationCommands],
];

/** What helps nothing on by itself: it writes into the case, agrees to others, asks for a look, or tries the same again. */
const helpless = new Set([...Object.keys({ ...casework([]), ...secondPerson([]) }), 'recheck', 'retry']);

const running = kinds.flatMap(([kind, stages, commands]) =>
  Object.entries(stages)
    .filter(([, row]) => !('final' in row))
    .map(([stage]) => [kind, stage, commands] as const),
);

test.each(running)('a %s in the stage %s can be moved or ended by a person', (_, stage, commands) => {
  const exits = Object.entries(commands)
    .filter(([name, { stages }]) => !helpless.has(name) && stages.includes(stage))
    .map(([name]) => name);
  expect(exits).not.toEqual([]);
});
