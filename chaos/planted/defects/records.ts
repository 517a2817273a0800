import { PAYING_ACCOUNT } from '../../readings/lender';
import type { Defect } from '../defect';
import { LATE_LOAN } from './lending';

const EFFECTS = 'src/records/effects/money-effects.ts';
const FENCE = 'src/activities/gate/fence.ts';

/** A payout that is refused when it is sent first, in words that the document has not. Kobo. */
const refusedOnce = (amountKobo: number) =>
  ({
    kind: 'payout',
    amountKobo,
    source: PAYING_ACCOUNT,
    holder: 'match',
    course: { refusal: 'bankRefused', refusedTimes: 1 },
  }) as const;
const OTHER_WORDS = { unreachableBank: 'other-words' } as const;
const LAPSES = 73 * 60;

/** Repairs of the fence, of comparisons and of histories, taken back. */
export const recordDefects: readonly Defect[] = [
  {
    name: 'joined tasks',
    seed: 1517,
    what: 'a message that is passed over by the time leaves no event, and a replay judges it by another time',
    replacements: [
      {
        file: 'src/workflows/case/publication.ts',
        text: "    upsertSearchAttributes([{ key: attributeKey('ChangedAt'), value: new Date() }]);",
        by: '    this.isDue = this.isDue && true;',
      },
    ],
  },
  {
    name: 'P13',
    seed: 10,
    hint: {
      readings: OTHER_WORDS,
      policy: { approvals: 1, perAccountKobo: 1_000_000_000 },
      cases: [refusedOnce(500_000)],
      row: [
        { do: 'start', case: 0 },
        { do: 'wait', minutes: 5 },
        { do: 'oblige', case: 0 },
        { do: 'wait', minutes: 5 },
        { do: 'wait', minutes: LAPSES },
        { do: 'tell', case: 0, command: 'retry', person: 1, choice: 0 },
        { do: 'wait', minutes: 5 },
        { do: 'tell', case: 0, command: 'amend', person: 1, choice: 1 },
        { do: 'wait', minutes: 5 },
        { do: 'oblige', case: 0 },
        { do: 'wait', minutes: 5 },
      ],
    },
    what: 'an order that was amended after its refusal is called another payout for ever',
    replacements: [
      {
        file: EFFECTS,
        text: "  if (begun && !isKnownTo(effect, begun)) return isAnother ? { what: 'another' } : takeOver(known, effect);",
        by: "  if (isAnother) return { what: 'another' };\n  if (begun && !isKnownTo(effect, begun)) return takeOver(known, effect);",
      },
    ],
  },
  {
    name: 'P14',
    seed: 1,
    hint: {
      readings: OTHER_WORDS,
      policy: { approvals: 0, perAccountKobo: 150_000 },
      cases: [refusedOnce(120_000), { ...refusedOnce(120_000), course: {} }],
      row: [
        { do: 'start', case: 0 },
        { do: 'wait', minutes: 24 * 60 },
        { do: 'start', case: 1 },
        { do: 'wait', minutes: 5 },
        { do: 'tell', case: 0, command: 'retry', person: 1, choice: 0 },
        { do: 'wait', minutes: 5 },
      ],
    },
    what: 'a payout that is sent again on another day counts on its first one',
    replacements: [
      {
        file: EFFECTS,
        text: '  const sent = { ...effect, amountKobo:',
        by: '  const sent = { ...effect, day: begun?.day ?? effect.day, amountKobo:',
      },
    ],
  },
  {
    name: 'P19',
    seed: 2044,
    what: 'the results of a batch tell rows as they ended first',
    replacements: [
      {
        file: 'src/cases/batch-results.ts',
        text: 'later.has(idOf(row)) ? latest(client, row) : row',
        by: 'later.has(idOf(row)) && !row ? latest(client, row) : row',
      },
    ],
  },
  {
    name: 'S1',
    hint: {
      readings: { usedCharge: 'again' },
      cases: [LATE_LOAN],
      row: [
        { do: 'lose', results: 1, how: 'failedByOther' },
        { do: 'wait', minutes: 31 * 24 * 60 },
      ],
    },
    what: 'a further attempt that a retryable failure from outside brings about is sent unread',
    replacements: [
      {
        file: EFFECTS,
        text: '  run_id === runId && sent_at !== null && mark?.after === sent_at;',
        by: '  run_id === runId && sent_at !== null && [mark?.at, mark?.after].includes(sent_at);',
      },
      { file: FENCE, text: 'if (Context.current().info.attempt > 1)', by: 'if (order === undefined)' },
    ],
  },
  {
    name: 'S1 (fence)',
    seed: 2093,
    what: 'another run sends what an earlier one has begun without a read of the bank',
    replacements: [
      {
        file: FENCE,
        text: "  if (admission.what === 'admitted') return admission.isFirst;",
        by: "  if (admission.what === 'begunElsewhere') return false;\n  if (admission.what === 'admitted') return admission.isFirst;",
      },
    ],
  },
  {
    name: 'S13',
    seed: 2066,
    what: 'a flush counts nothing before it is sent, and empties an account past its limit',
    replacements: [
      {
        file: FENCE,
        text: "  if (effect.kind !== 'flush' || (perMakerKobo ?? perAccountKobo) === undefined) return effect;",
        by: "  if (effect.kind !== 'flush' || effect.reference !== '') return effect;",
      },
    ],
  },
];
