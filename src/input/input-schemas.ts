import { batchInput } from '../domain/batch/input';
import { limitsInput } from '../domain/payout/limits-input';
import { enrolmentInput, loanInput } from '../domain/loan/input';
import { flushInput, payoutInput } from '../domain/payout/input';

/** The schema of the input file of each kind of case that people start. */
export const inputSchemas = {
  loan: loanInput,
  payout: payoutInput,
  flush: flushInput,
  limits: limitsInput,
  batch: batchInput,
  enrolment: enrolmentInput,
};
