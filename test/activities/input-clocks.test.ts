import { readFileSync } from 'node:fs';
import { createBatchChecks, type BatchChecks } from '../../src/activities/batch-checks';
import { createInputParsers, type InputParsers } from '../../src/activities/parse-input';
import { USUAL_PAYOUT_POLICY } from '../../src/domain/payout/policy';
import { USUAL_LENDING_POLICY } from '../../src/domain/loan/policy';
import { REAL_TIME, type Clock } from '../../src/domain/time/clock';
import { openStarts } from '../support/authority/open';
import { bankWith, noTemporal } from '../support/fake-bank';

const example = (name: string) => JSON.parse(readFileSync(`examples/${name}.json`, 'utf8')) as object;
const { documents: _none, ...loan } = example('loan-application') as { documents: unknown };

/** Everything that parses an input, as a worker with this clock does. */
const parsersOf = (clock: Clock): InputParsers & Pick<BatchChecks, 'parseBatchInput'> => {
  const policies = { payoutPolicy: USUAL_PAYOUT_POLICY, lendingPolicy: USUAL_LENDING_POLICY };
  const terms = { clock, ...policies, starts: openStarts, recallBeneficiary: () => undefined };
  return {
    ...createInputParsers(terms),
    ...createBatchChecks({ ...terms, bank: bankWith({}), client: noTemporal }),
  };
};

const inputs: readonly [keyof ReturnType<typeof parsersOf>, object][] = [
  ['parsePayoutInput', example('payout')],
  ['parseFlushInput', example('flush')],
  ['parseBatchInput', example('batch')],
  ['parseLimitsInput', example('transfer-limits')],
  ['parseLoanInput', loan],
  ['parseEnrolmentInput', example('enrolment')],
  ['parseReconciliationInput', {}],
  ['parseBackfillInput', {}],
];

const FAST: Clock = { rate: 1_000_000 };
const SHIFTED: Clock = {
  rate: 1,
  anchor: { realAt: '2026-01-01T00:00:00Z', businessAt: '2030-01-01T00:00:00Z' },
};

/** The clock by which the case would run, or the refusal. */
async function clockOf(name: (typeof inputs)[number][0], own: Clock, given: object): Promise<unknown> {
  const parsers = parsersOf(own) as unknown as Record<string, (given: object) => Promise<{ clock: Clock }>>;
  return (async () => parsers[name]!(given))().then(
    ({ clock }) => clock,
    (error: unknown) => (error as Error).message,
  );
}

test.each(inputs)('%s takes no clock where money is real', async (name, input) => {
  for (const clock of [FAST, SHIFTED])
    expect(await clockOf(name, REAL_TIME, { ...input, clock })).toContain('clock must be left out');
  expect(await clockOf(name, REAL_TIME, { ...input, clock: REAL_TIME })).toEqual(REAL_TIME);
  expect(await clockOf(name, REAL_TIME, input)).toEqual(REAL_TIME);
});

test.each(inputs)(
  '%s takes a clock where the worker itself runs in demonstration mode',
  async (name, input) => {
    expect(await clockOf(name, { rate: 20 }, { ...input, clock: FAST })).toEqual(FAST);
    expect(await clockOf(name, SHIFTED, { ...input, clock: FAST })).toEqual(FAST);
    expect(await clockOf(name, SHIFTED, input)).toEqual(SHIFTED);
  },
);
