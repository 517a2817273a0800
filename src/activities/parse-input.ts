import { ApplicationFailure } from '@temporalio/common';
import type { z } from 'zod';
import { clockRefusal, type Clock } from '../domain/time/clock';
import { INVALID_INPUT } from '../domain/wire/failure-types';
import { ruleFor } from '../domain/case/agreement';
import { documentProblems } from '../domain/loan/documents';
import type { LendingPolicy } from '../domain/loan/policy';
import { policyFor, type PayoutPolicy } from '../domain/payout/policy';
import { loanInput, type LoanInput } from '../domain/loan/input';
import { backfillInput, reconciliationInput, type ReconciliationInput } from '../domain/reconciliation/input';
import { flushInput, payoutInput, type PayoutInput } from '../domain/payout/input';
import { limitsInput, type LimitsInput } from '../domain/transfer-limits/input';
import { inputProblems } from '../input/problems';
import { problemsWith } from '../domain/case/fields';
import type { AuthorityState } from '../domain/case/proof';
import { adoptionFields, type Adoption } from '../domain/payout/adoption';
import { refusedInput, type Starts } from './authority/activities';
import type { CoalescedReads } from './remembered-reads';
import { kinds, startableNouns, type StartableNoun } from '../domain/kinds';
import type { WithClock } from '../input/fields';

/** The activities of batches check a batch row by row. */
type PlainNoun = Exclude<StartableNoun, 'batch'>;
const plainNouns = startableNouns.filter((noun): noun is PlainNoun => noun !== 'batch');

/** A parser for each kind, by its schema: `parseEnrolmentInput`. A kind whose input takes more replaces it. */
type PlainParsers = {
  [N in PlainNoun as `parse${Capitalize<N>}Input`]: (
    given: unknown,
  ) => Promise<WithClock<z.output<(typeof kinds)[N]['start']['input']>>>;
};

interface ParsingTerms {
  readonly clock: Clock;
  readonly payoutPolicy: PayoutPolicy;
  readonly lendingPolicy: LendingPolicy;
  readonly recallBeneficiary: CoalescedReads['recallBeneficiary'];
  /** Checks who begins a case. */
  readonly starts: Starts;
}

/**
 * Parses a workflow's input, whichever caller started it. Fails for good with every problem at once. An input
 * without a clock gets the worker's; a demonstration clock is refused unless the worker has one.
 */
export const createInputParsers = ({
  clock,
  payoutPolicy,
  lendingPolicy,
  recallBeneficiary,
  starts,
}: ParsingTerms) => {
  /** The parsed input, by its own clock if the worker's allows one. */
  const parsed = <S extends WithOwnClock>(schema: S, given: unknown): WithClock<z.output<S>> => {
    const { data, error } = schema.safeParse(given);
    if (error) throw invalid(inputProblems(error));
    const refusal = clockRefusal(data.clock, clock);
    if (refusal !== undefined) throw invalid([refusal]);
    return { ...data, clock: data.clock ?? clock };
  };
  /** Takes the start of a case, and parses its input. */
  const taken = async <S extends WithOwnClock>(noun: PlainNoun, schema: S, given: unknown) => {
    const { fields, authority } = await starts.take(noun, given);
    return { ...parsed(schema, fields), authority };
  };
  const withKnowledge = ({ policy, ...input }: ParsedPayout, atMostKobo: number): PayoutInput & Begun => {
    if (input.createdBy === undefined && ruleFor(payoutPolicy.approvals, atMostKobo))
      throw invalid(['createdBy is missing: a payout of this amount must be approved by another person']);
    const nameOnAccount = recallBeneficiary(input.beneficiary);
    return {
      ...input,
      policy: policyFor(payoutPolicy, policy.nameMatch),
      ...(nameOnAccount !== undefined && { nameOnAccount }),
    };
  };
  const plainParsers = Object.fromEntries(
    plainNouns.map((noun) => [
      `parse${noun.replace(/^./, (letter) => letter.toUpperCase())}Input`,
      (given: unknown) => taken(noun, kinds[noun].start.input, given),
    ]),
  ) as unknown as PlainParsers;
  return {
    ...plainParsers,
    parseBackfillInput: async (given: unknown) => parsed(backfillInput, given),
    async parseReconciliationInput(given: unknown): Promise<ReconciliationInput & Begun> {
      const { fields, authority } = starts.takeReading(given);
      return { ...parsed(reconciliationInput, fields), authority };
    },
    /** Adds the worker's policy and knowledge. A payout that must be approved needs to say who made it. */
    async parsePayoutInput(given: unknown): Promise<PayoutInput & Begun> {
      const input = await taken('payout', payoutInput, given);
      return withKnowledge(input, input.amountKobo);
    },
    async parseLimitsInput(given: unknown): Promise<LimitsInput & Begun> {
      const input = await taken('limits', limitsInput, given);
      if (input.createdBy === undefined && ruleFor(payoutPolicy.approvals, Infinity))
        throw invalid(['createdBy is missing: new limits must be approved by another person']);
      return { ...input, policy: payoutPolicy };
    },
    /** A flush is a payout whose amount is 0 until the bank says it. */
    async parseFlushInput(given: unknown): Promise<PayoutInput & Begun> {
      const flush = await taken('flush', flushInput, given);
      return withKnowledge({ ...flush, amountKobo: 0, remark: '' }, Infinity);
    },
    /** The policy by which people steer a paid payout that a worker has reopened. */
    async parseReopening(given: unknown) {
      const { authority } = await starts.takeSuccession(given);
      return { policy: payoutPolicy, authority };
    },
    /** Each document comes with its digest: the store may hold another one under its name by now. */
    async parseLoanInput(given: unknown): Promise<LoanInput & Begun> {
      const input = await taken('loan', loanInput, given);
      const problems = documentProblems(input.reference, input.documents);
      if (problems.length > 0) throw invalid(problems);
      return { ...input, lending: lendingPolicy };
    },
    async parseAdoption(given: unknown) {
      const { fields, authority } = await starts.takeAdoption(given);
      const problems = problemsWith(adoptionFields, fields);
      if (problems.length > 0) throw ApplicationFailure.nonRetryable(problems.join('; '), INVALID_INPUT);
      return { adoption: fields as Adoption, authority };
    },
  };
};

export type InputParsers = ReturnType<typeof createInputParsers>;

interface Begun {
  readonly authority: AuthorityState;
}

type ParsedPayout = WithClock<z.output<typeof payoutInput>> & Begun;

type WithOwnClock = z.ZodType<{ clock?: Clock | undefined }>;

const invalid = (problems: readonly string[]) => refusedInput(problems.join('; '));
