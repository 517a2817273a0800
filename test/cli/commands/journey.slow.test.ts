import { setTimeout as sleep } from 'node:timers/promises';
import { startTestEnvironment, type TestEnvironment } from '../../support/cli/environment';
import { changedCopy, fileOf, loanFile, removeFiles, until, untilStage } from '../../support/cli/journey';
import { type } from '../../support/cli/terminal';

jest.setTimeout(180_000);

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.startWorkers();
  process.env['TEMPORAL_ADDRESS'] = environment.address;
});
afterAll(async () => {
  delete process.env['TEMPORAL_ADDRESS'];
  await removeFiles();
  await environment.stop();
});

test('a loan is started, shown, steered to CLOSED, and not started again', async () => {
  const file = await loanFile('LN-1');
  expect(await type(`loan start ${file}`)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/is (started|handed in)/),
  });
  const again = await type(`loan start ${file} --json`);
  expect(JSON.parse(again.out)).toEqual({ reference: 'LN-1', workflowId: 'loan:LN-1', outcome: 'found' });

  const changed = await changedCopy(file);
  const other = await type(`loan start ${changed}`);
  expect(other).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('These fields differ: application.months.'),
  });

  const offer = await untilStage('LN-1', 'OFFER');
  expect((await type('loan assign LN-1 --assignee u-9 --actor u-1')).out).toMatch(/^assign is taken/);
  await until('loan list --assignee u-9', (out) => out.includes('LN-1'));
  expect((await type('loan list --assignee u-8')).out).not.toContain('LN-1');
  expect(offer).toContain('Waits for an answer to the offer (borrower), since');
  expect(offer).toMatch(/offer amount +₦500,000\.00/);
  expect(offer).toMatch(/BOARD_RESOLUTION_DOC +required/);
  const accepted = await type('loan accept-offer LN-1 --actor u-1 --request-id r-1 --json');
  expect(JSON.parse(accepted.out)).toMatchObject({ command: 'acceptOffer', stage: 'OFFER', repeated: false });
  const repeated = await type('loan accept-offer LN-1 --actor u-1 --request-id r-1 --json');
  expect(repeated).toEqual(accepted);

  const late = await type('loan decline-offer LN-1 --actor u-2 --reason OTHERS');
  expect(late).toMatchObject({ code: 1, out: '', err: expect.stringContaining('commands allowed now:') });
  await untilStage('LN-1', 'BOARD_RESOLUTION');
  await until('loan list --waiting-for BOARD_RESOLUTION', (out) => out.includes('LN-1'));
  const handedIn = await type('loan submit-board-resolution LN-1 --file board-resolution.pdf --actor u-1');
  expect(handedIn.code).toBe(0);

  const end = await type('loan wait LN-1 --timeout-seconds 110 --json');
  expect(end.code).toBe(0);
  expect(JSON.parse(end.out)).toMatchObject({ reference: 'LN-1', stage: 'CLOSED' });
  expect(end.err).toMatch(/In repayment \(\d of 2 instalments paid\), waits for the repayment/);

  const whole = JSON.parse((await type('loan show LN-1 --json')).out);
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
    input.beneficiary.accountName = 'Another Person';
  });
  await type(`payout start ${file}`);
  const out = await until('payout attention', (text) => text.includes('PO-1'));
  expect(out).toContain('the name in which the account is held does not fit');
  expect(out).toContain(
    'npm run starter -- payout confirm-name PO-1 --reason <CHECKED_WITH_BENEFICIARY|KNOWN_ALIAS|OTHER> --actor <your-id>',
  );
  const confirmed = await type('payout confirm-name PO-1 --reason KNOWN_ALIAS --actor u-1');
  expect(confirmed.out).toMatch(/^confirm-name is taken/);
  const [digest] = /(?<=confirm-proposal PO-1 --expected-digest )[0-9a-f]{64}/.exec(confirmed.out) ?? [];
  const { out: shown } = await type('payout show PO-1');
  expect(shown).toContain(String(digest));
  expect(shown).toMatch(
    /confirm-name +by[^]*account number +\d{10}\s[^]*As it is now[^]*to account +\d{10} at bank \d+\s+name in the order +Another Person\s+name at the bank +\w/,
  );
  const line = `payout confirm-proposal PO-1 --expected-digest ${digest}`;
  expect(await type(`${line} --actor U-1`)).toMatchObject({ code: 1 });
  expect(await type(`${line} --actor u-2`)).toMatchObject({ code: 0 });
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

test('an enrolment is followed to its verdict, and listed among those that have ended', async () => {
  const end = await type('enrolment start examples/enrolment.json --wait --json --timeout-seconds 110');
  expect(JSON.parse(end.out)).toMatchObject({ outcome: 'started', result: { outcome: 'VERIFIED' } });
  await until('enrolment list --all', (out) => out.includes('CU-0003'));
  expect((await type('enrolment list')).out).not.toContain('CU-0003');
});

test('a list says how much of it was shown, and begins the same whatever its limit is', async () => {
  const first = await type('loan list --all --limit 1 --json');
  const { shown, total } = JSON.parse(first.err);
  expect(shown).toBe(1);
  const whole = JSON.parse((await type('loan list --all --json')).out);
  expect(whole).toHaveLength(total);
  expect(whole.slice(0, 1)).toEqual(JSON.parse(first.out));
  expect((await type('loan list --limit 0')).code).toBe(2);
});

test.each(['loan show', 'payout show', 'enrolment wait', 'loan recheck --actor u-1'])(
  '%s: an unknown reference is a sentence and 1',
  async (line) => {
    const { code, out, err } = await type(`${line} UNKNOWN`);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^There is no \w+ with the reference UNKNOWN\.\n$/);
  },
);

describe('without a worker', () => {
  beforeAll(async () => {
    await environment.stopWorkers();
  });

  test('a start is handed in, and not called started; waiting says that no worker runs, and ends with 4', async () => {
    const { code, err } = await type(`loan start ${await loanFile('LN-3')} --wait --timeout-seconds 8`);
    expect(code).toBe(4);
    expect(err).toContain('The loan LN-3 is handed in, and no worker has taken it yet.');
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
    await environment.startWorkers();
    const { err } = await following;
    expect(err).toMatch(/Offer, waits for an answer|Withdrawn/);
  });
});
