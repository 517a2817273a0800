import type { ReadingName } from '../../bank/contract/readings';
import type { BankState } from '../bank-state';
import type { Instalment } from '../records';
import { dateOf, DAY } from '../time/instants';

/** From the disbursement until the lending engine changes its mind about the schedule: ten days. */
export const RESCHEDULED_AFTER_MS = 10 * DAY;

const fortnightLater = (date: string): string => dateOf(Date.parse(date) + 14 * DAY);

/** Half of an instalment stays; the other half is due a fortnight later. */
function splitInTwo(instalment: Instalment): Instalment[] {
  const { dueOn, principalKobo, interestKobo } = instalment;
  const first = {
    dueOn,
    principalKobo: Math.ceil(principalKobo / 2),
    interestKobo: Math.ceil(interestKobo / 2),
  };
  const second = {
    dueOn: fortnightLater(dueOn),
    principalKobo: principalKobo - first.principalKobo,
    interestKobo: interestKobo - first.interestKobo,
  };
  return [first, second];
}

const changes: { readonly [R in ReadingName<'scheduleContent'>]?: (instalment: Instalment) => Instalment[] } =
  {
    inserted: splitInTwo,
    moved: (instalment) => [{ ...instalment, dueOn: fortnightLater(instalment.dueOn) }],
  };

/** Changes the second instalment of a loan, or its only one, where the bank reads schedules so. */
export function rescheduleLoan(state: BankState, loanId: string): void {
  const loan = state.loans.get(loanId);
  const change = changes[state.readings.of('scheduleContent')];
  if (!loan || !change) return;
  state.readings.meet('scheduleContent');
  const changed = Math.min(1, loan.instalments.length - 1);
  const instalments = loan.instalments.flatMap((instalment, place) =>
    place === changed ? change(instalment) : [instalment],
  );
  state.loans.change(loanId, { instalments });
}
