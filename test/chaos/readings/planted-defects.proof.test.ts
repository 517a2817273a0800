import { ApplicationFailure } from '@temporalio/common';
import { REQUEST_REFUSED } from '../../../src/domain/wire/failure-types';
import type { FaultName } from '../../../chaos/readings/oracle';
import { runTrials, type TrialResult } from '../../../chaos/readings/run-trials';
import { SkippedTime } from '../../../chaos/readings/skipped-time';
import type { Plan } from '../../../chaos/readings/trial';
import { workflowBundle } from '../../support/workflow-bundle';

const refused = (status: number, refusal: string) =>
  ApplicationFailure.create({
    type: REQUEST_REFUSED,
    message: refusal,
    nonRetryable: true,
    details: [{ status, refusal, fields: [] }],
  });

/** More reads than any wait needs. */
const TOO_MANY_READS = 500;

/** Defects of the activities, each with what must be found of it; what goes wrong at the bank goes wrong without them, too. */
const planted: readonly (Omit<Plan, 'tag' | 'withLoan' | 'readings'> & {
  readonly what: string;
  readonly found: FaultName;
})[] = [
  {
    what: 'a payout that the bank took is called refused, and looks as if it were not there',
    found: 'falselyUnsent',
    defect: ({ createPayout }) => ({
      createPayout: async (input) => {
        await createPayout(input).catch(() => undefined);
        throw refused(402, 'insufficient balance');
      },
      getPayoutStatus: () => Promise.reject(refused(404, 'payout not found')),
    }),
  },
  {
    what: 'a word that no document names is taken for success',
    found: 'falselySettled',
    ending: '10',
    defect: () => ({
      awaitPayoutOutcome: ({ reference }) =>
        Promise.resolve({
          status: 'SUCCESS',
          message: 'UNDER_REVIEW',
          amountKobo: 50_000,
          uniqueRef: reference,
        }),
    }),
  },
  {
    what: 'a write whose reply was lost is repeated without a look',
    found: 'doubleEffects',
    faults: [
      { kind: 'duplicate-check-off', operations: ['createPayout'] },
      { kind: 'reset-after', operations: ['createPayout'], count: 3 },
    ],
    defect: ({ createPayout }) => ({
      createPayout: (input) => createPayout(input).catch(() => createPayout(input)),
    }),
  },
  {
    what: "another person's record is taken for the customer's",
    found: 'wrongRecord',
    defect: ({ createCustomer }) => ({
      createCustomer: (input) => createCustomer({ ...input, bvn: '22999999999' }),
    }),
  },
  {
    what: 'a poll asks again and again without a pause',
    found: 'boundless',
    defect: (activities) => ({
      awaitPayoutOutcome: async (input) => {
        const { reference } = input;
        for (let read = 0; read < TOO_MANY_READS; read++) await activities.getPayoutStatus({ reference });
        return activities.awaitPayoutOutcome(input);
      },
    }),
  },
];

let results: readonly TrialResult[];
beforeAll(async () => {
  const skipped = await SkippedTime.start(workflowBundle());
  const plans = planted.map((plan, place) => ({
    ...plan,
    tag: `T${place + 1}`,
    readings: {},
    withLoan: false,
  }));
  results = await runTrials(skipped, plans).finally(() => skipped.stop());
});

test.each(planted.map(({ what, found }, place) => ({ what, found, place })))(
  'it is found that $what',
  ({ found, place }) => {
    const faults = results[place]!.findings.map(({ fault }) => fault);
    expect(new Set(faults)).toEqual(new Set([found]));
  },
);
