import { readFile } from 'node:fs/promises';
import { startCase } from '../../../src/cases/start';
import { loanInput } from '../../../src/domain/loan/input';
import { startTestEnvironment, type TestEnvironment } from '../../support/cli/environment';
import { loanFile, removeFiles, until, untilStage } from '../../support/cli/journey';
import { type } from '../../support/cli/terminal';
import { kinds } from '../../../src/domain/kinds';

jest.setTimeout(180_000);

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.startWorkers();
  process.env['TEMPORAL_ADDRESS'] = environment.address;
  await type(`loan start ${await loanFile('LN-1')}`);
  await untilStage('LN-1', 'OFFER');
});
afterAll(async () => {
  delete process.env['TEMPORAL_ADDRESS'];
  await removeFiles();
  await environment.stop();
});

const REAPPLY = 'loan reapply LN-1 --actor u-1';

test('a registered application is not changed, and its refusal says what to do instead', async () => {
  const changed = await type('loan update-application LN-1 --months 3 --actor u-1');
  expect(changed).toMatchObject({ code: 1, err: expect.stringContaining('reapply withdraws it') });
});

test('who applies anew says what is to be different, under a reference that is free', async () => {
  expect(await type(`${REAPPLY} --new-reference LN-2`)).toMatchObject({ code: 2 });
  expect(await type(`${REAPPLY} --new-reference LN-1 --months 3`)).toMatchObject({ code: 1 });
  expect(await type('loan show LN-1')).toMatchObject({ out: expect.stringContaining('(OFFER)') });
});

test('a loan is withdrawn and applied for anew with another period, once however often it is asked', async () => {
  const line = `${REAPPLY} --new-reference LN-2 --months 3`;
  expect(await type(line)).toMatchObject({ code: 0, out: expect.stringContaining('LN-2 takes its place') });
  expect(await type(line)).toMatchObject({ code: 0 });
  await untilStage('LN-1', 'WITHDRAWN');
  await until('loan show LN-2', (out) => /offer months +3/.test(out));
  const applications = environment.sandbox.state.committed.list({ effect: 'application-created' });
  expect(applications).toHaveLength(2);
});

test('a loan is not withdrawn for a new one that could not begin, nor where it was ended by force', async () => {
  const input = loanInput.parse(JSON.parse(await readFile(await loanFile('LN-3'), 'utf8')));
  const documents = input.documents.map(({ tag }) => ({ tag, path: 'LN-3/x.pdf', sha256: 'a'.repeat(64) }));
  const { client } = environment;
  const { workflowId } = await startCase(client, kinds.loan, { ...input, documents });
  const line = 'loan reapply LN-3 --new-reference LN-4 --months 3 --actor u-1';
  expect(await type(line)).toMatchObject({ code: 2, err: expect.stringContaining('must begin with LN-4/') });
  expect((await client.workflow.getHandle(workflowId).describe()).status.name).toBe('RUNNING');
  const other = await startCase(client, kinds.loan, { ...input, reference: 'LN-5', documents: [] });
  await client.workflow.getHandle(other.workflowId).terminate();
  const { code, err } = await type('loan reapply LN-5 --new-reference LN-6 --months 3 --actor u-1');
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('was ended by force') as string });
});
