import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoan, startPayout } from '../../../src/cases/start';
import { loanInput } from '../../../src/input/loan-input';
import { payoutInput } from '../../../src/input/payout-input';
import { holderOf } from '../../../src/sandbox/money/banks';
import { startTestEnvironment } from '../../support/cli/environment';
import { loanFile, payoutFile } from '../../support/workflows/sample';

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
    const file = loanFile({ bvn: person.bvn });
    const customer = { ...file.customer, ...person, address: { ...file.customer.address, street } };
    await startLoan(client, loanInput.parse({ ...file, customer }));
    const order = payoutFile(beneficiary.name, beneficiary.number, '9000000001');
    const { workflowId } = await startPayout(client, payoutInput.parse(order));
    await client.workflow.getHandle(workflowId).result();
    for (let count = 0; count === 0;)
      count = (await client.workflow.count('WaitingFor = "OFFER_ANSWER"')).count;
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
