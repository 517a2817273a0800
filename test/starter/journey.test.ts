import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSurroundings, type Surroundings } from './surroundings';
import { type } from './terminal';

jest.setTimeout(180_000);

let around: Surroundings;
let folder: string;
beforeAll(async () => {
  around = await startSurroundings();
  await around.startWorkers();
  process.env['TEMPORAL_ADDRESS'] = around.address;
  folder = await mkdtemp(join(tmpdir(), 'journey-'));
});
afterAll(async () => {
  delete process.env['TEMPORAL_ADDRESS'];
  await rm(folder, { recursive: true });
  await around.stop();
});

interface Input {
  reference: string;
  customer: { reference: string; bvn: string; nin?: string };
  application: { months: number };
  beneficiary: { accountName: string };
}

/** An example with a reference of its own. */
async function fileOf(example: string, change: (input: Input) => void): Promise<string> {
  const input: Input = JSON.parse(await readFile(`examples/${example}.json`, 'utf8'));
  change(input);
  const path = join(folder, `${input.reference}.json`);
  await writeFile(path, JSON.stringify(input));
  return path;
}

/** A loan of a customer of its own, whose repayments need nobody. */
const loanFile = (reference: string) =>
  fileOf('loan-application', (input) => {
    input.reference = reference;
    input.customer.reference = `CU-${reference}`;
    input.customer.bvn = `2230000${reference.replace(/\D/g, '').padStart(4, '0')}`;
    delete input.customer.nin;
    input.application.months = 2;
  });

/** Generous, for machines that do much else. */
const SHOWN_WITHIN_MS = 100_000;

async function until(line: string, isThere: (out: string) => boolean): Promise<string> {
  for (const began = performance.now(); performance.now() - began < SHOWN_WITHIN_MS;) {
    const { out } = await type(line);
    if (isThere(out)) return out;
    await sleep(200);
  }
  throw new Error(`${line} never showed it, but: ${(await type(line)).out}`);
}

const untilStage = (reference: string, stage: string) =>
  until(`loan show ${reference}`, (out) => out.includes(`(${stage})`));

test('a loan is started, shown, steered to CLOSED, and not started again', async () => {
  const file = await loanFile('LN-1');
  expect(await type(`loan start ${file}`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('is started'),
  });
  const again = await type(`loan start ${file} --json`);
  expect(JSON.parse(again.out)).toEqual({ reference: 'LN-1', workflowId: 'loan:LN-1', outcome: 'found' });

  const offer = await untilStage('LN-1', 'OFFER');
  expect(offer).toContain('Waits for an answer to the offer (borrower), since');
  expect(offer).toMatch(/offer amount +NGN 500,000\.00/);
  expect(offer).toMatch(/BOARD_RESOLUTION_DOC +required/);
  const accepted = await type('loan accept-offer LN-1 --actor u-1 --request-id r-1 --json');
  expect(JSON.parse(accepted.out)).toMatchObject({ command: 'acceptOffer', stage: 'OFFER', repeated: false });
  const repeated = await type('loan accept-offer LN-1 --actor u-1 --request-id r-1 --json');
  expect(repeated).toEqual(accepted);

  const late = await type('loan decline-offer LN-1 --actor u-2 --reason OTHERS');
  expect(late).toMatchObject({ code: 1, out: '', err: expect.stringContaining('commands allowed now:') });
  await untilStage('LN-1', 'BOARD_RESOLUTION');
  await until('loan list --waiting-for BOARD_RESOLUTION', (out) => out.includes('LN-1'));
  const signalled = await type(
    'loan submit-board-resolution LN-1 --file board-resolution.pdf --actor u-1 --by-signal',
  );
  expect(signalled.code).toBe(0);

  const end = await type('loan wait LN-1 --timeout-seconds 110 --json');
  expect(end.code).toBe(0);
  expect(JSON.parse(end.out)).toMatchObject({ reference: 'LN-1', stage: 'CLOSED' });
  expect(end.err).toMatch(/In repayment \(\d of 2 instalments paid\), waits for the repayment/);

  const whole = JSON.parse((await type('loan case LN-1 --json')).out);
  expect(whole.facts).toMatchObject({ offerMonths: 2, instalmentsPaid: 2, outstandingKobo: 0 });
  expect(whole.checklist).toHaveLength(5);
  expect(whole.timeline.map(({ what }: { what: string }) => what)).toEqual(
    expect.arrayContaining(['Offer', 'Accept the offer', 'Fully repaid']),
  );
  const third = await type(`loan start ${file}`);
  expect(third).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('not started again. Fully repaid'),
  });
  const noted = await type('loan add-note LN-1 --text hello --actor u-1');
  expect(noted).toMatchObject({ code: 1, err: expect.stringContaining('has ended') });
});

test('a loan that ends otherwise ends with 1, and says how', async () => {
  await type(`loan start ${await loanFile('LN-2')}`);
  await untilStage('LN-2', 'OFFER');
  await type('loan withdraw LN-2 --actor u-1 --reason BORROWER_REQUEST');
  const end = await type('loan wait LN-2 --timeout-seconds 110');
  expect(end).toMatchObject({ code: 1, out: 'The loan LN-2 has ended. Withdrawn: BORROWER_REQUEST.\n' });
});

test('what needs attention is listed with its cause and the lines to type', async () => {
  const file = await fileOf('payout', (input) => {
    input.reference = 'PO-1';
    input.beneficiary.accountName = 'Somebody Else';
  });
  await type(`payout start ${file}`);
  const out = await until('payout attention', (text) => text.includes('PO-1'));
  expect(out).toContain('the name in which the account is held does not fit');
  const line =
    '  npm run starter -- payout confirm-name PO-1 --reason CHECKED_WITH_BENEFICIARY --actor your-id';
  expect(out.split('\n')).toContain(line);
  await type(line.trim().slice('npm run starter -- '.length));
  const end = await type('payout wait PO-1 --json --timeout-seconds 110');
  expect(JSON.parse(end.out)).toMatchObject({ reference: 'PO-1', status: 'SUCCESS' });
  expect(JSON.parse((await type('payout trace PO-1 --json')).out)).toMatchObject({
    reference: 'PO-1',
    status: 'SUCCESS',
    amountKobo: expect.any(Number),
    uniqueRef: expect.any(String),
    sourceEndsWith: '0001',
    bankCode: '901',
  });
});

test('an enrolment is followed to its verdict', async () => {
  const end = await type('enrolment start examples/enrolment.json --wait --json --timeout-seconds 110');
  expect(JSON.parse(end.out)).toMatchObject({ outcome: 'started', result: { outcome: 'VERIFIED' } });
});

test.each(['loan show', 'payout case', 'enrolment wait', 'loan recheck --actor u-1'])(
  '%s: an unknown reference is a sentence and 1',
  async (line) => {
    const { code, out, err } = await type(`${line} NOBODY`);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^There is no \w+ with the reference NOBODY\.\n$/);
  },
);

describe('without a worker', () => {
  beforeAll(async () => {
    await around.stopWorkers();
  });

  test('starting works; waiting says that nobody works, and ends with 4', async () => {
    const { code, err } = await type(`loan start ${await loanFile('LN-3')} --wait --timeout-seconds 8`);
    expect(code).toBe(4);
    expect(err).toMatch(/No worker (answers|seems to be running)/);
    expect(err).toContain('has not ended within 8 seconds; it goes on');
  });

  test.each(['loan show LN-3', 'loan withdraw LN-3 --actor u-1 --reason OTHER'])('%s: 4', async (line) => {
    const { code, err } = await type(line);
    expect(code).toBe(4);
    expect(err).toMatch(/^No worker/);
  });

  test('who follows sees it go on once a worker is there', async () => {
    const following = type('loan wait LN-3 --timeout-seconds 110');
    await sleep(2_000);
    await around.startWorkers();
    const { err } = await following;
    expect(err).toMatch(/Offer, waits for an answer|Withdrawn/);
  });
});
