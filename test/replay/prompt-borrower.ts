type Look = { readonly dueOn: string };

/** A service whose instalments are paid as soon as somebody looks or charges. */
export function promptBorrower(loanId: string, dueDates: readonly string[]) {
  const paid = new Set<string>();
  const state = (dueOn: string) => ({
    paidKobo: paid.has(dueOn) ? 100 : 0,
    status: paid.has(dueOn) ? 'PAID' : 'UNPAID',
  });
  return {
    getRepaymentSchedule: async () => ({
      schedule: dueDates.map((dueDate) => {
        const { paidKobo: paidAmount, status } = state(dueDate);
        return { dueDate, totalDue: 100, paidAmount, status };
      }),
    }),
    async awaitInstalmentPaid({ dueOn: looked }: Look) {
      paid.add(looked);
      return { instalments: dueDates.map((dueOn) => ({ dueOn, totalDueKobo: 100, ...state(dueOn) })) };
    },
    async chargeRepayment() {
      paid.add(dueDates.find((dueOn) => !paid.has(dueOn)) ?? '');
    },
    getActiveLoan: async () => ({ loanId, loanStatus: 'CLOSED' }),
  };
}
