import fc from 'fast-check';
import { casework, type CommandTable } from '../../src/domain/case/commands';
import { secondPerson } from '../../src/domain/case/agreement';
import { batchCommands } from '../../src/domain/batch/commands';
import { batchStages } from '../../src/domain/batch/stages';
import { enrolmentCommands } from '../../src/domain/enrolment/commands';
import { enrolmentStages } from '../../src/domain/enrolment/stages';
import { loanCommands } from '../../src/domain/loan/commands';
import { loanStages } from '../../src/domain/loan/stages';
import { payoutCommands, reopenedPayoutCommands } from '../../src/domain/payout/commands';
import { payoutStages, reopenedPayoutStages } from '../../src/domain/payout/stages';
import { limitsCommands } from '../../src/domain/transfer-limits/commands';
import { limitsStages } from '../../src/domain/transfer-limits/stages';
import { reconciliationCommands, reconciliationStages } from '../../src/domain/reconciliation/stages';
import { repaymentCommands } from '../../src/domain/repayment/commands';
import { repaymentStages } from '../../src/domain/repayment/stages';
import { Holds } from '../../src/workflows/payout/preparation/holds';
import { payoutGuards } from '../../src/workflows/payout/steering';

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

const unsent = ['PREPARING', 'APPROVAL', 'APPROVED', 'SUBMITTING'];

/** What a payout takes by its table and its guards while nothing is asked of people. */
function takenNow(payout: object): string[] {
  const guards = payoutGuards(payout as Parameters<typeof payoutGuards>[0]);
  const { stage } = payout as { readonly stage: string };
  return Object.entries(payoutCommands as CommandTable)
    .filter(([, row]) => row.stages.includes(stage) && row.answers !== true)
    .map(([name]) => name)
    .filter((name) => guards[name as keyof typeof guards]?.now?.() === undefined);
}

test('a payout that waits or needs attention, wherever it is and whatever is known of its send, with no order on its way, can be moved or ended by a person without being asked', () => {
  const sent = fc.constantFrom('SUBMITTING', 'PENDING').map((stage) => ({ stage, isUnsent: false }));
  const before = fc.constantFrom(...unsent).map((stage) => ({ stage, isUnsent: true }));
  fc.assert(
    fc.property(fc.oneof(sent, before), fc.boolean(), fc.boolean(), (now, isHeld, isOfBatch) => {
      const holds = new Holds();
      if (isHeld) holds.hold('operator-1');
      const attention = { cause: 'anything', since: '', actions: [] };
      const sending = { send: 1, isOnItsWay: false };
      const preApproval = isOfBatch ? {} : undefined;
      const payout = { ...now, holds, attention, sending, isParsed: true, preApproval };
      expect(takenNow(payout).filter((name) => !helpless.has(name))).not.toEqual([]);
    }),
  );
});
