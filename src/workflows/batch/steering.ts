import { batchCommands, type BatchCommands } from '../../domain/batch/commands';
import { rowNumbersIn } from '../../domain/batch/row-numbers';
import type { ValidationResults } from '../../domain/batch/validation-results';
import type { CaseApproval } from '../case/agreement';
import { payoutConfirmation, USUAL_PAYOUT_POLICY, type PayoutPolicy } from '../../domain/payout/policy';
import type { AnyCommand, CommandPolicy, Guards } from '../case/commands/behaviour';

/** What the guards look at. */
interface Guarded {
  readonly isPaused: boolean;
  readonly cancellation: string | undefined;
  readonly approval: Pick<CaseApproval, 'refusal'>;
  readonly validated: ValidationResults;
  readonly isParsed: boolean;
  readonly input: { readonly policy: PayoutPolicy };
  readonly madeBy: readonly string[];
}

type RowsRefusal = (rows: readonly number[]) => string | undefined;

/** Why a batch refuses a command that its table allows: nothing is taken any more once the rest is being cancelled. */
export function guardsOf(batch: Guarded): Guards<BatchCommands> {
  const now = () => (batch.cancellation === undefined ? undefined : 'The batch is being cancelled.');
  const names = Object.keys(batchCommands);
  const everyCommand = Object.fromEntries(names.map((name) => [name, { now }])) as Guards<BatchCommands>;
  const ofRows = (refusal: RowsRefusal) => ({
    now,
    content: ({ rows }: { rows: string }) => rowsRefusal(batch.validated, rows, refusal),
  });
  return {
    ...everyCommand,
    pause: { now: () => (batch.isPaused ? 'The batch is paused already.' : now()) },
    resume: { now: () => (batch.isPaused ? now() : 'The batch is not paused.') },
    approve: { now, content: (command) => batch.approval.refusal(command) },
    acceptRows: ofRows((rows) => batch.validated.notAcceptable(rows)),
    excludeRows: ofRows((rows) => batch.validated.notExcludable(rows)),
    addNote: {},
  };
}

/** What the policy says about the commands of a batch; at stake is what all its rows come to. */
export const batchCommandPolicy = (batch: Guarded): CommandPolicy<AnyCommand<BatchCommands>> => {
  const policy = () => ({ ...USUAL_PAYOUT_POLICY, ...(batch.isParsed && batch.input.policy) });
  return {
    roles: (name) => policy().commands[name]?.roles,
    confirmation: (command) => payoutConfirmation(policy(), command, batch.validated.totals.totalKobo),
    makers: () => batch.madeBy,
    expiresHours: () => policy().approvalExpiresHours,
  };
};

function rowsRefusal({ rows: all }: ValidationResults, given: string, refusal: RowsRefusal) {
  const rows = rowNumbersIn(given, all.length);
  return rows ? refusal(rows) : `the batch has the rows 1-${all.length}`;
}
