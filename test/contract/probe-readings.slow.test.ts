import { dimensionNames, type DimensionName } from '../../sandbox/readings/dimensions';
import { observations } from '../../probe/readings/observations';
import { probe, type Probe } from '../../probe/probe';
import type { ChosenReadings } from '../../sandbox/readings/readings';
import type { SandboxSettings } from '../../sandbox/settings';
import { AlteredSandbox } from '../support/contract/altered-sandbox';

async function seenAt(settings: SandboxSettings, options: Partial<Probe> = {}) {
  const bank = await AlteredSandbox.open({
    rate: 3600,
    limit: 1000,
    // Registration takes a second of this clock, so that each run meets the refusal "not yet", in whatever body.
    durations: {
      registration: 3600,
      staffReview: 60,
      disbursement: 60,
      boardReview: 60,
      guarantor: 60,
      decision: 60,
    },
    ...settings,
  });
  const { seen } = await probe({
    baseUrl: bank.url,
    key: 'sandbox-key',
    apiKey: 'sandbox-api-key',
    timeoutMs: 5000,
    patienceMs: 20_000,
    movesMoney: true,
    asksForReadings: true,
    given: {},
    ...options,
    log: () => undefined,
  });
  await bank.close();
  return seen;
}

const readingSeen = (seen: Awaited<ReturnType<typeof seenAt>>, name: DimensionName) =>
  seen.readings.find(({ dimension }) => dimension === name)?.reading;

test('the probe tells the usual readings, says of each other dimension why not, and which settings fit', async () => {
  const seen = await seenAt({});
  expect(seen.readings.map(({ dimension }) => dimension)).toEqual(dimensionNames);
  for (const { dimension, reason } of seen.readings)
    if (!observations[dimension]) expect(reason).toBe('it cannot be seen without harm');
  expect(
    Object.fromEntries(seen.readings.map(({ dimension, reading }) => [dimension, reading])),
  ).toMatchObject({
    unknownPayout: 'not-found',
    payoutWords: 'documented',
    beneficiaryShown: 'as-sent',
    listTotals: 'given',
    kycWords: 'documented',
    applicationTerms: 'as-asked',
    charge: 'taken-at-once',
    schedule: 'documented',
    units: 'documented',
    rateLimitHeaders: 'separate',
    instants: 'utc',
    errorBody: 'documented',
  });
  expect(seen.settings).toEqual({ SERVICE_TRANSACTION_UNIT: 'kobo', SERVICE_BALANCE_UNIT: 'kobo' });
});

/** Each run shows one other reading of several dimensions. */
const runs: readonly ChosenReadings[] = [
  {
    unknownPayout: 'bad-request',
    beneficiaryShown: 'other-bank-code',
    listTotals: 'absent',
    instants: 'offset',
    errorBody: 'errors-only',
    rateLimitHeaders: 'combined',
    offerExpiry: 'no-expiry',
  },
  {
    unknownPayout: 'unprocessable',
    beneficiaryShown: 'as-registered',
    listFilters: 'ignored',
    instants: 'no-zone',
    errorBody: 'nested',
    rateLimitHeaders: 'none',
  },
  { unknownPayout: 'not-found', instants: 'date-only', errorBody: 'plain-text', units: 'swapped' },
  { unknownPayout: 'bad-request', errorBody: 'echoing' },
  { unknownPayout: 'empty-data', kycWords: 'lower-case', payoutWords: 'lower-case' },
];

test.each(runs)('the probe notices the readings %j', async (readings) => {
  const seen = await seenAt({ readings });
  const found = Object.keys(readings).map((name) => [name, readingSeen(seen, name as DimensionName)]);
  expect(Object.fromEntries(found)).toEqual(readings);
});

/** An offer whose end and due dates fall on days that are no months. */
const OFFER = { startAt: '2026-03-18T09:00:00Z' };
test.each(['documented', 'utc', 'offset', 'no-zone', 'date-only', 'turned-round', 'empty'] as const)(
  "the probe notices how an offer's end and its due dates are written: %s",
  async (dates) => {
    const seen = await seenAt({ ...OFFER, readings: { dates } }, { rows: new Set(['getOffer']) });
    expect(readingSeen(seen, 'dates')).toBe(dates);
  },
);

test('the probe says nothing of dates that may be read either way', async () => {
  const settings = { startAt: '2026-03-05T09:00:00Z', readings: { dates: 'turned-round' as const } };
  expect(readingSeen(await seenAt(settings, { rows: new Set(['getOffer']) }), 'dates')).toBeUndefined();
});

test('the probe names the words of the bank whose meaning only the lender can say', async () => {
  const { unknownWords } = await seenAt(
    { readings: { kycWords: 'synonyms' } },
    { rows: new Set(['getKycStatus']), patienceMs: 2_000 },
  );
  expect(unknownWords).toEqual({ kyc: expect.arrayContaining(['APPROVED']) });
});
