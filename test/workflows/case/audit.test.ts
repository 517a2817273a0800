import { entriesOf, type ReadEntry } from '../../../src/records/audit/read';
import { openRecords, type OpenRecords, type Records } from '../../../src/records/records';
import { verify } from '../../../src/records/verify';
import { acknowledging, testRecords, type TestRecords } from '../../support/records/database';
import { hold } from '../../support/workflows/holds';
import { loanFile, payoutFile } from '../../support/workflows/sample';
import { steering, type Steered } from '../../support/workflows/steering';

const WRONG_NAME = 'Another Person Altogether';
const TO = '0000000091';
const FROM = '9000000001';

let database: TestRecords;
let store: OpenRecords;
/** A database that can go away; what it was asked to keep meanwhile is not kept. */
let isAway = false;
let answersAreLost = false;

const records: Records = {
  ...acknowledging,
  async append(given) {
    if (isAway) throw new Error('the database is away');
    const head = await store.append(given);
    if (answersAreLost) throw new Error('the answer of the database was lost');
    return head;
  },
};

const environment = steering(undefined, undefined, async () => {
  database = await testRecords();
  store = openRecords(database.roles, database.keys);
  return records;
});
afterEach(() => {
  isAway = answersAreLost = false;
});
afterAll(async () => {
  await store.close();
  await database.close();
});

const audit = ({ handle }: Steered): Promise<ReadEntry[]> => entriesOf(database.pool, handle.workflowId);
const told = (entries: readonly ReadEntry[]) => entries.map(({ kind, what }) => `${kind} ${what}`);
const operator = { actor: 'operator-1', role: 'operator' };

/** A payout whose name a person has confirmed, and another one agreed to it. */
const WHOLE = [
  'start payoutWorkflow',
  'proposal confirmName',
  'command confirmProposal',
  'command confirmName',
  'stage SUBMITTING',
  'result SUCCESS',
];

/** A payout that waits for a person, because the name does not fit. */
async function waiting(): Promise<Steered> {
  const payout = await environment.startPayout(payoutFile(WRONG_NAME, TO, FROM));
  await payout.untilAttention();
  return payout;
}

const confirm = (payout: Steered) =>
  payout.tellTogether('confirmName', { ...operator, reason: 'CHECKED_WITH_BENEFICIARY', note: 'by letter' });

test('the audit tells who let a payout go, with role, request id, reason and note, that it was sent, and how it ended', async () => {
  const payout = await waiting();
  const { requestId } = await confirm(payout);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  const entries = await audit(payout);
  expect(told(entries)).toEqual(WHOLE);
  expect(entries[1]).toMatchObject({ actor: 'operator-1', role: 'operator', request_id: requestId });
  const proposed = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
  const detail = { reason: 'CHECKED_WITH_BENEFICIARY', note: 'by letter', proposed };
  expect(JSON.parse(entries[1]!.detail!.content)).toEqual(detail);
  expect(JSON.parse(entries[0]!.detail!.content)).toEqual({
    amountKobo: payoutFile('', TO, FROM).amountKobo,
  });
});

test('the audit tells which fields a change had, of an account the last digits, and no name', async () => {
  const payout = await waiting();
  await payout.tell('amend', { ...operator, accountNumber: '0000000092', accountName: 'Halima Other' });
  const change = (await audit(payout)).find(({ what }) => what === 'amend');
  expect(JSON.parse(change!.detail!.content)).toEqual({
    ...{ accountNumber: 'ending in 0092', accountName: 'given' },
  });
});

test('the audit has a no before the person who says it has a receipt', async () => {
  const payout = await waiting();
  for (const [command, reason] of [
    ['hold', 'UNDER_REVIEW'],
    ['cancel', 'WRONG_BENEFICIARY'],
  ] as const) {
    await payout.tell(command, { ...operator, reason });
    expect(told(await audit(payout))).toContain(`command ${command}`);
  }
});

test('an entry whose acknowledgement was lost is stored once', async () => {
  const payout = await waiting();
  answersAreLost = true;
  await confirm(payout);
  answersAreLost = false;
  await payout.result();
  expect(told(await audit(payout))).toEqual(WHOLE);
});

test('without the database money under way goes on, and the payout ends once everything is stored', async () => {
  const payout = await waiting();
  isAway = true;
  await confirm(payout);
  await payout.untilStage('SUCCESS');
  expect(told(await audit(payout))).toEqual(['start payoutWorkflow']);
  isAway = false;
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(told(await audit(payout))).toEqual(WHOLE);
});

test('a case refuses commands beyond 50 entries that are not stored, says why, and takes them again afterwards', async () => {
  const payout = await waiting();
  isAway = true;
  for (let note = 1; note <= 50; note++) await payout.tell('addNote', { ...operator, text: `note ${note}` });
  expect(await payout.refusal('addNote', { ...operator, text: 'one more' })).toMatch(
    /^The audit has not stored the last 50 entries of this case: the database of the records cannot be reached/,
  );
  isAway = false;
  await environment.sleep(20);
  await payout.tell('addNote', { ...operator, text: 'taken again' });
  await confirm(payout);
  await payout.result();
  const stored = (await audit(payout)).filter(({ what }) => what === 'addNote');
  expect(stored).toHaveLength(51);
});

test('thirty refused messages leave an entry each time that there are twice as many, and their number at the end', async () => {
  const payout = await waiting();
  for (let sent = 0; sent < 30; sent++) await payout.handle.signal(`junk-${sent}`);
  await confirm(payout);
  await payout.result();
  const refusals = (await audit(payout)).filter(({ kind }) => kind === 'refusals');
  expect(refusals.map(({ what }) => what)).toEqual(['1', '2', '4', '8', '16', '30']);
});

test('every chain that the cases of this file have written holds', async () => {
  const found = await verify({ ...database, pool: database.pool });
  expect(found.problems).toEqual([]);
  expect(found.cases).toBeGreaterThanOrEqual(5);
});

test('the audit has who had a BVN shown before the person has a receipt, with which number it was and not the number', async () => {
  const bvn = '99999901781';
  const loan = await environment.startLoan(loanFile({ bvn }));
  await loan.untilAttention();
  await loan.tell('revealNumber', { number: 'bvn', actor: 'officer-7', role: 'officer' });
  const entries = await audit(loan);
  expect(entries.find(({ what }) => what === 'revealNumber')).toMatchObject({
    ...{ kind: 'command', actor: 'officer-7', role: 'officer' },
    detail: { content: '{"number":"bvn"}' },
  });
  expect(JSON.stringify(entries)).not.toContain(bvn);
  expect((await loan.snapshot()).timeline.at(-1)).toMatchObject({ by: 'officer officer-7' });
});

test('the audit of an accepted offer has its amount, months and rate', async () => {
  const loan = await hold(environment, { stage: 'OFFER' });
  const { offerAmountKobo, offerMonths, offerInterestRate } = (await loan.snapshot()).facts;
  await loan.tell('acceptOffer', { actor: 'officer-7', role: 'officer' });
  const accepted = (await audit(loan)).find(({ what }) => what === 'acceptOffer');
  const terms = { offerAmountKobo, offerMonths, offerInterestRate };
  expect(JSON.parse(accepted!.detail!.content)).toEqual(terms);
  expect(Object.values(terms)).not.toContain(undefined);
});
