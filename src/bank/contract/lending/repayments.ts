import { z } from 'zod';
import { amount, day, id, kobo, optionalDay, requiredText } from '../fields';
import { operation } from '../operation';
import { refusals } from '../refusals';

const parts = { principalDue: amount, interestDue: amount, totalDue: amount };

/** Interface: "Loans" (active loan, schedule); charging and the calculator from the supplement. Amounts are kobo. */
export const repayments = {
  getActiveLoan: operation('GET /v1/loans/active', 'specified', 'none', {
    summary: "Fetch a customer's active loan",
    query: z.object({
      customer_id: z.string(refusals.customerIdRequired.message).min(1, refusals.customerIdRequired.message),
    }),
    success: { status: 200, message: 'Active loan fetched' },
    // Some banks answer null when the customer has no active loan.
    data: z
      .object({
        loanId: id,
        outstandingBalance: amount,
        loanStatus: z.string(),
        nextRepaymentDate: optionalDay,
        nextRepaymentAmount: amount.nullish(),
      })
      .nullable(),
    refusals: [refusals.customerIdRequired, refusals.customerNotEnrolled, refusals.loanNotFound],
  }),
  getRepaymentSchedule: operation('GET /v1/loans/{loanId}/repayments', 'specified', 'none', {
    summary: 'Fetch the instalments of a loan and what was paid on each',
    success: { status: 200, message: 'Repayment schedule fetched' },
    isLong: true,
    data: z.object({
      schedule: z.array(
        z.object({ dueDate: day, ...parts, paidAmount: amount, status: z.string().nullish() }),
      ),
    }),
    refusals: [refusals.loanNotFound, refusals.loanNotRegistered],
  }),
  chargeRepayment: operation('POST /v1/loans/{loanId}/repayments', 'inferred', 'once', {
    summary: "Charge a repayment to the borrower's account, under a reference of ours",
    body: z.object({
      amount: z
        .int('amount must be a positive number (in kobo)')
        .positive('amount must be a positive number (in kobo)'),
      reference: requiredText('reference'),
    }),
    success: { status: 200, message: 'Repayment charged' },
    echoes: { reference: 'reference' },
    data: z.object({
      loanId: z.string(),
      reference: z.string(),
      amount,
      status: z.string(),
      outstandingBalance: amount,
    }),
    refusals: [
      refusals.loanNotFound,
      refusals.loanNotRegistered,
      refusals.aboveOutstanding,
      refusals.repaymentReferenceReused,
      refusals.insufficientBalance,
    ],
  }),
  calculateRepayment: operation('POST /v1/loans/calculate-repayment', 'inferred', 'none', {
    summary: 'Work out the instalments of a loan that was not applied for',
    body: z.object({
      loan_amount: kobo('loan_amount', 1),
      tenure: z.int('tenure must be a whole number of months').min(1).max(60),
      state: requiredText('state'),
    }),
    success: { status: 200, message: 'Repayment calculated' },
    isLong: true,
    data: z.object({
      monthlyRepayment: amount,
      totalRepayment: amount,
      interestRate: z.number(),
      schedule: z.array(z.object({ dueDate: optionalDay, ...parts })),
    }),
  }),
};
