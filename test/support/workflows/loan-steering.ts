import type { CaseSnapshot } from '../../../src/domain/case/snapshot';
import { REAL_TIME } from '../../../src/domain/time/clock';
import type { LoanStage, LoanResult } from '../../../src/domain/loan/stages';
import { caseId } from '../../../src/domain/wire/workflow-ids';
import type { LoanFile } from '../../../src/domain/loan/input';
import { sha256, type DocumentName } from './sample';
import type { Steered, Steering } from './steering';

/** A document of the sample store, as a command carries it. */
export const handedIn = (name: DocumentName) => ({ path: name, sha256: sha256(name) });

export const guarantor = {
  firstName: 'Test',
  lastName: 'Guarantor',
  phone: '08000000001',
  email: 'guarantor@example.com',
};

/** What a diligent officer does, once, as soon as it is asked for. */
const duties: Record<string, object> = {
  acceptOffer: {},
  agreeToTerms: {},
  addGuarantor: guarantor,
};

/** Does what is asked for until the loan looks like this, or has ended. */
export async function diligently(
  loan: Steered,
  reached: (snapshot: CaseSnapshot) => boolean,
  more: Record<string, object> = {},
): Promise<CaseSnapshot> {
  const left = new Map(Object.entries({ ...duties, ...more }));
  const duty = ({ commands }: CaseSnapshot) => commands.find((command) => left.has(command));
  for (;;) {
    const file = await loan.until((now) => reached(now) || now.ended || duty(now) !== undefined);
    if (reached(file) || file.ended) return file;
    const command = duty(file) ?? '';
    await loan.tellTogether(command, left.get(command));
    left.delete(command);
  }
}

/** Does what is asked for until the loan has come to a stage. */
export const bring = (loan: Steered, stage: LoanStage): Promise<CaseSnapshot> =>
  diligently(loan, (file) => file.stage === stage);

/**
 * Does what is asked for, to the end; what was refused once is tried again. The repayment that follows is not wanted:
 * when a child ends after its parent, this server's time stands still for good.
 */
export async function runToEnd(
  steering: Steering,
  loan: Steered,
  more: Record<string, object> = {},
): Promise<LoanResult> {
  await diligently(loan, ({ ended }) => ended, { retry: {}, ...more });
  const result = await loan.result<LoanResult>();
  if (result.repaymentWorkflowId !== undefined)
    await steering.found(result.repaymentWorkflowId).handle.terminate('not wanted by the test');
  return result;
}

/** Runs a loan to its disbursement and starts its repayment without a parent. */
export async function startRepaying(steering: Steering, file: LoanFile): Promise<Steered> {
  const { loanId, customerId, reference } = await runToEnd(steering, await steering.startLoan(file));
  const policy = file.policy?.repayment ?? { mode: 'observe', graceDays: 1 };
  const input = { loanReference: reference, loanId, customerId, policy, clock: REAL_TIME };
  return steering.start('repaymentWorkflow', caseId('repayment', String(loanId)), input);
}
