import type { Contract } from '../../bank/contract';
import type { ParsedInput } from '../../bank/contract/operation';
import { OWN_BANK } from '../money/banks';
import { refuseAsRead, Malformed } from '../readings/refusals';
import type { ApplicationRecord, BankState } from '../bank-state';
import { changeApplication } from './application';

type BankStatement = NonNullable<ApplicationRecord['bankStatement']>;

/** Asks for the statement of a borrower's bank; it arrives after a while. */
export function requestBankStatement(state: BankState, application: ApplicationRecord): BankStatement {
  const { id, course, bankStatement: earlier, bankStatementRequests } = application;
  if (earlier && earlier.status !== 'FAILED') refuseAsRead(state.readings, 'repeatedStep');
  const bankStatement = { requestId: state.random.uuid(), status: 'PENDING' };
  changeApplication(state, id, { bankStatement, bankStatementRequests: bankStatementRequests + 1 });
  state.commit('bank-statement-requested', id);
  state.after(
    course.bankStatementSeconds ?? state.settings.durations.bankStatement,
    'finish-bank-statement',
    id,
  );
  return bankStatement;
}

/** Where the reading wants it, another bank has to be told whose statement it is. */
export function refuseUnlessIdentified(
  { readings }: BankState,
  asked: ParsedInput<Contract['linkBankStatement']>,
): void {
  if (asked.sort_code === OWN_BANK.code) return;
  const missing = (['account_number', 'phone'] as const).filter((field) => !asked[field]);
  if (missing.length > 0 && readings.takes('statementInput', 'account-and-phone'))
    throw new Malformed(missing.map((param) => ({ msg: `${param} is required`, param })));
}

/** The bank statement that was asked for arrives, or fails to. */
export function finishBankStatement(state: BankState, id: string): void {
  const application = state.applications.get(id);
  if (application?.bankStatement?.status !== 'PENDING') return;
  const fails = application.bankStatementRequests <= application.course.bankStatementFailsFirst;
  const status = fails ? 'FAILED' : 'COMPLETED';
  changeApplication(state, id, { bankStatement: { ...application.bankStatement, status } });
  state.commit('bank-statement-finished', id, { note: status });
}
