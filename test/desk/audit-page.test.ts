import { AuditReader } from '../../src/desk/audit-reader';
import { People } from '../../src/desk/login/people';
import { append } from '../../src/records/audit/append';
import { newSeal } from '../support/desk/seal';
import { entry, testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());

test('a command that two people gave together is told with who agreed, and what another person gives next is not', async () => {
  const told = [
    { kind: 'proposal', what: 'confirmName', actor: 'maker-1' },
    { kind: 'command', what: 'confirmProposal', actor: 'checker-1' },
    { kind: 'command', what: 'addNote', actor: 'maker-1' },
    { kind: 'command', what: 'confirmProposal', actor: 'checker-2' },
    { kind: 'command', what: 'confirmName', actor: 'maker-1' },
    { kind: 'command', what: 'confirmName', actor: 'maker-1' },
  ] as const;
  await append(records.pool, records.keys, {
    ...{ caseId: 'payout:PO-W-2', known: undefined },
    entries: told.map((more, at) => ({ ...entry(at + 1), ...more })),
  });
  const audit = new AuditReader(records.pool, new People(records.pool, newSeal()), undefined);
  for (const wanted of [{ case: 'PO-W-2' }, { case: 'PO-W-2', person: 'maker-1' }]) {
    const { entries } = await audit.page(wanted, 10);
    const agreed = entries.filter(({ agreedBy }) => agreedBy !== undefined);
    expect(agreed.map(({ sequence, agreedBy }) => [sequence, agreedBy])).toEqual([[5, 'checker-2']]);
  }
});
