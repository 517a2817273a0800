import { batchInput } from './batch-input';
import { limitsInput } from './limits-input';
import { enrolmentInput, loanInput } from './loan-input';
import { flushInput, payoutInput } from './payout-input';

/** The schema of the input file of each kind of case that people start. */
export const inputSchemas = {
  loan: loanInput,
  payout: payoutInput,
  flush: flushInput,
  limits: limitsInput,
  batch: batchInput,
  enrolment: enrolmentInput,
};
