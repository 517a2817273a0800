/** How the demo ended; printed as it is with `--json`. */
export interface Summary {
  readonly loan: {
    readonly reference: string;
    readonly workflowId: string;
    readonly stage: string;
    readonly applicationId: string | undefined;
    readonly loanId: string | undefined;
    readonly apiCalls: number;
  };
  readonly payout: {
    readonly reference: string;
    readonly workflowId: string;
    readonly status: string;
    readonly apiCalls: number;
  };
  readonly sandbox: { readonly payoutsCommitted: number; readonly refusedByRateLimit: number };
}

/** As one JSON document on stdout, or as sentences on stderr. */
export function printSummary(summary: Summary, json: boolean): void {
  if (json) process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
  else process.stderr.write(`\n${sentences(summary).join('\n')}\n`);
}

const sentences = ({ loan, payout, sandbox }: Summary) => [
  `Loan ${loan.reference} ended as ${loan.stage} after ${loan.apiCalls} calls (workflow ${loan.workflowId}).`,
  `Payout ${payout.reference} ended as ${payout.status} after ${payout.apiCalls} calls (workflow ${payout.workflowId}).`,
  `The bank committed ${sandbox.payoutsCommitted} payout and refused ${sandbox.refusedByRateLimit} calls by its rate limit.`,
];
