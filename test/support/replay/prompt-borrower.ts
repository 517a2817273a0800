import type { ChargeRequest } from '../../../src/domain/repayment/charge';

type Look = { readonly dueOn: string };

/**
 * A bank whose instalments are paid as soon as a caller reads or charges them; one that a caller waits for, `before` may
 * hold back.
 */
export function promptBorrower(
  loanId: string,
  dueDates: readonly string[],
  before: (dueOn: string) => Promise<void> = () => Promise.resolve(),
) {
  const paid = new Set<string>();
  const state = (dueOn: string) => ({
    paidKobo: paid.has(dueOn) ? 100 : 0,
    status: paid.has(dueOn) ? 'PAID' : 'UNPAID',
  });
  const instalments = () => dueDates.map((dueOn) => ({ dueOn, totalDueKobo: 100, ...state(dueOn) }));
  return {
    getRepaymentSchedule: async () => ({
      schedule: dueDates.map((dueDate) => {
        const { paidKobo: paidAmount, status } = state(dueDate);
        return { dueDate, totalDue: 100, paidAmount, status };
      }),
    }),
    async awaitInstalmentPaid({ dueOn: looked }: Look) {
      await before(looked);
      paid.add(looked);
      return { instalments: instalments() };
    },
    async chargeInstalment({ reference }: ChargeRequest) {
      const before = instalments();
      const charged = dueDates.find((dueOn) => reference.includes(dueOn.replaceAll('-', ''))) ?? '';
      paid.add(charged);
      return { status: 'TAKEN', takenKobo: 100, instalments: before };
    },
    getActiveLoan: async () => ({ loanId, loanStatus: 'CLOSED' }),
  };
}
