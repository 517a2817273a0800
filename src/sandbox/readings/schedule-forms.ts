import type { Contract } from '../../bank/contract';
import type { Data } from '../../bank/contract/operation';
import { monthsLater } from '../time/instants';
import type { ReadingName } from '../../bank/contract/readings';

type Item = Data<Contract['getRepaymentSchedule']>['schedule'][number];
type Form = (schedule: readonly Item[]) => readonly object[];

const asItIs: Form = (schedule) => schedule;

/** One bank with two words for the same state, in turns. */
const withOtherWords: Form = (schedule) =>
  schedule.map((item, place) => {
    const paid = place % 2 === 0 ? 'paid' : 'SETTLED';
    return { ...item, status: item.status === 'PAID' ? paid : item.status };
  });

const withoutStatus: Form = (schedule) => schedule.map(({ status: _status, ...amounts }) => amounts);

/** A month of grace before the first instalment: nothing is due, and nothing is ever paid. */
const withMonthOfGrace: Form = (schedule) => {
  const [first] = schedule;
  if (!first) return schedule;
  const nothing = { principalDue: 0, interestDue: 0, totalDue: 0, paidAmount: 0 };
  return [{ ...nothing, dueDate: monthsLater(first.dueDate, -1), status: 'UNPAID' }, ...schedule];
};

/** The exact amounts, which the bank rounds up to whole kobo when it collects them. */
const ROUNDED_UP = 0.4;
const withFractions: Form = (schedule) =>
  schedule.map((item) => {
    const totalDue = item.totalDue - ROUNDED_UP;
    return {
      ...item,
      principalDue: item.principalDue - ROUNDED_UP,
      totalDue,
      paidAmount: Math.min(item.paidAmount, totalDue),
    };
  });

/** What each reading makes of a schedule. A schedule that is gone when paid is refused earlier. */
export const scheduleForms: Readonly<Record<ReadingName<'schedule'>, Form>> = {
  documented: asItIs,
  'other-words': withOtherWords,
  'amounts-only': withoutStatus,
  'zero-instalments': withMonthOfGrace,
  'fractional-kobo': withFractions,
  'gone-when-paid': asItIs,
};
