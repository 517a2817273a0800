import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaseSnapshot } from '../../../src/domain/case/snapshot';
import { startCase } from '../../../src/cases/start';
import { loanInput, type LoanFile } from '../../../src/domain/loan/input';
import { payoutInput } from '../../../src/domain/payout/input';
import { holderOf } from '../../../sandbox/money/banks';
import { startTestEnvironment } from '../../support/cli/environment';
import { payoutFile } from '../../support/workflows/sample';
import { kinds } from '../../../src/domain/kinds';

const sample = JSON.parse(readFileSync('examples/loan-application.json', 'utf8')) as LoanFile;

/** Marks that nothing else contains. */
const person = {
  firstName: 'Zainabquartz',
  lastName: 'Verglasson',
  email: 'zainabquartz@example.com',
  phone: '08099887766',
  bvn: '22998877665',
  nin: '33998877665',
};
const street = '7 Obsidianne Close';
const beneficiary = { number: '0188776655', name: holderOf('901', '0188776655') };
const marks = [...Object.values(person), street, beneficiary.number, beneficiary.name];

/** How many of the marks lie readable in the server's files, after a loan was offered and a payout was made. */
async function readableMarks(encryption: 'on' | 'off'): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'database-'));
  const environment = await startTestEnvironment(undefined, {
    encryption,
    dbFile: join(folder, 'temporal.db'),
  });
  try {
    await environment.startWorkers();
    const { client } = environment;
    const customer = { ...sample.customer, ...person, address: { ...sample.customer.address, street } };
    await startCase(client, kinds.loan, loanInput.parse({ ...sample, customer }));
    const order = payoutFile(beneficiary.name, beneficiary.number, '9000000001');
    const { workflowId } = await startCase(client, kinds.payout, payoutInput.parse(order));
    await client.workflow.getHandle(workflowId).result();
    const loan = client.workflow.getHandle(`loan:${sample.reference}`);
    while ((await loan.query<CaseSnapshot>('case')).waiting?.for !== 'OFFER_ANSWER') await sleep(200);
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    return marks.filter((mark) =>
      files.some((content) => inForms(mark).some((form) => content.includes(form))),
    );
  } finally {
    await environment.stop();
    rmSync(folder, { recursive: true });
  }
}

const inForms = (text: string): Buffer[] => {
  const bytes = Buffer.from(text);
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.from(
      Buffer.concat([Buffer.alloc(shift), bytes])
        .toString('base64')
        .slice(4, -4),
    ),
  );
  return [bytes, ...inBase64, Buffer.from(bytes.toString('hex')), Buffer.from(text, 'utf16le')];
};

test("after a loan and a payout the server's database shows nothing personal", async () => {
  expect(await readableMarks('on')).toEqual([]);
});

test('with encryption off the same search finds nearly everything, so it can fail', async () => {
  expect((await readableMarks('off')).length).toBeGreaterThan(marks.length - 2);
});
