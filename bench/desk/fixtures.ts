import type { Pool } from 'pg';
import { randomFrom } from '../../test/support/random';
import type { NamesKey } from '../../src/records/projection/names';
import { nextRevision, writeSummary, type CaseSummary } from '../../src/records/projection/summary';

const FIRST = [
  'Ngozi',
  'Emeka',
  'Hauwa',
  'Tunde',
  'Aisha',
  'Chinedu',
  'Yetunde',
  'Ibrahim',
  'Folake',
  'Musa',
];
const LAST = ['Adeyemi', 'Okafor', 'Bello', 'Eze', 'Lawal', 'Balogun', 'Nwosu', 'Danjuma', 'Ojo', 'Uche'];
export const BRANCHES = ['ikeja', 'kano', 'enugu', 'abuja', 'ibadan'] as const;
/** Words that people look for. */
export const SOUGHT = [...FIRST, ...LAST.map((name) => name.slice(0, 3)), '4711', 'LN-BENCH-12'] as const;

/** The phone of the borrower of a number. */
export const phoneOf = (number: number): string => `0803${String(number).padStart(7, '0')}`;

const STAGES = [
  { stage: 'OFFER', stageTitle: 'Offer', for: 'OFFER_ANSWER', on: 'borrower' },
  { stage: 'BOARD_RESOLUTION', stageTitle: 'Board resolution', for: 'BOARD_RESOLUTION', on: 'borrower' },
  { stage: 'DISBURSEMENT', stageTitle: 'Disbursement', for: 'DISBURSEMENT', on: 'bank' },
  { stage: 'REPAYING', stageTitle: 'Repaying', for: 'REPAYMENT', on: 'calendar' },
] as const;

const AT_ONCE = 8;
const DAY_MS = 86_400_000;

/** Writes loans into the copy of the cases, by the copy's own writer, always the same ones. */
export async function writeFixtures(pool: Pool, key: NamesKey, count: number): Promise<void> {
  const random = randomFrom(13);
  const left = Array.from({ length: count }, (_, place) => fixture(key, place + 1, random));
  const writer = async () => {
    for (let one = left.pop(); one; one = left.pop()) await writeSummary(pool, one, await nextRevision(pool));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writer));
}

function fixture(key: NamesKey, number: number, random: () => number): CaseSummary {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const [reference, name] = [`LN-BENCH-${number}`, `${one(FIRST)} ${one(LAST)}`];
  const { stage, stageTitle, for: wait, on } = one(STAGES);
  const accountEnd = String(Math.floor(random() * 10_000)).padStart(4, '0');
  const startedAt = new Date(Date.now() - random() * 90 * DAY_MS);
  const since = new Date(startedAt.getTime() + random() * (Date.now() - startedAt.getTime())).toISOString();
  const [amountKobo, branch, customer] = [
    50_000_00 + Math.floor(random() * 5e8),
    one(BRANCHES),
    `CU-${number}`,
  ];
  const workflowId = `loan:${reference}`;
  return {
    ...{ kind: 'loan', reference, workflowId, amountKobo, branch, customer, since, startedAt },
    changedAt: new Date(since),
    needsPerson: on === 'borrower',
    forRoles: on === 'borrower' ? ['officer', 'supervisor'] : [],
    snapshot: {
      ...{ reference, stage, stageTitle, since, ended: false, facts: { amountKobo, branch } },
      ...(random() < 0.3 && { assignee: `officer-${Math.ceil(random() * 50)}` }),
      waiting: { for: wait, about: wait, on, toDo: '', since },
      checklist: ['CAC', 'MEMART', 'STATUS_REPORT'].map((item) => ({ item, status: 'uploaded' as const })),
      commands: ['addNote', 'assign', 'withdraw', 'acceptOffer', 'hold'],
    },
    sealed: key.seal(workflowId, { name, accountEndsWith: accountEnd }),
    words: key.indexOf([name, accountEnd, customer], [phoneOf(number)]),
    indexed: 'fixture',
  };
}
