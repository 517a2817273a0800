import { StepUp } from '../../src/desk/access/command-permission';
import { Banks, bankMistake } from '../../src/desk/banks';
import type { RouteContext } from '../../src/desk/route-context';
import { commandHandlers } from '../../src/desk/routes/commands';

const LIST = { banks: [{ name: 'Almond Bank', code: '901', otherCodes: ['888901'] }] };

/** A Temporal whose workflows answer so, one answer after the other. */
function banksOf(...answers: (object | Error)[]) {
  const asked: unknown[] = [];
  const execute = (...question: unknown[]) => {
    asked.push(question);
    const answer = answers[asked.length - 1] ?? new Error('asked too often');
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { asked, banks: new Banks({ workflow: { execute } } as never) };
}

test('the bank is asked once for its list, however often the desk looks', async () => {
  const { banks, asked } = banksOf(LIST);
  await Promise.all([banks.list(), banks.list(), banks.names()]);
  expect(await banks.list()).toEqual(LIST.banks);
  expect(asked).toHaveLength(1);
});

test('a bank has its name under every code of it', async () => {
  expect(Object.fromEntries(await banksOf(LIST).banks.names())).toEqual({
    '901': 'Almond Bank',
    '888901': 'Almond Bank',
  });
});

test.each([new Error('no worker answers'), { refused: 'the bank refused it (404)' }])(
  'a list that cannot be had (%p) is empty, and the bank is not asked at every look',
  async (answer) => {
    const { banks, asked } = banksOf(answer);
    expect(await banks.list()).toEqual([]);
    expect(await banks.list()).toEqual([]);
    expect(asked).toHaveLength(1);
  },
);

test('a code of no bank is told by its field, and nothing is said while the list cannot be had', () => {
  const names = new Map([['901', 'Almond Bank']]);
  expect(bankMistake('bankCode', '902', names)).toMatch(/^bankCode must be the code of a bank/);
  expect(bankMistake('bankCode', '901', names)).toBeUndefined();
  expect(bankMistake('bankCode', '902', new Map())).toBeUndefined();
});

/** What the case is told by a change of a payout with these fields. */
async function amendWith(fields: object) {
  const snapshot = {
    ...{ kind: 'payout', reference: 'PO-1', stage: 'APPROVAL', stageTitle: 'Approval', ended: false },
    ...{ since: '2030-01-01T00:00:00.000Z', checklist: [], facts: {}, timeline: [], commands: ['amend'] },
  };
  const told: unknown[] = [];
  const handle = {
    describe: () => Promise.resolve({ status: { name: 'RUNNING' }, raw: {} }),
    query: () => Promise.resolve(snapshot),
    executeUpdate: (_name: string, { args }: { args: unknown[] }) => Promise.resolve(void told.push(...args)),
  };
  const client = {
    workflow: { getHandle: () => handle },
    withDeadline: <R>(_: number, ask: () => Promise<R>) => ask(),
  };
  const parts = {
    ...{ client, clientOf: () => client, stepUp: new StepUp(false), watcher: { readNow: () => undefined } },
    banks: { names: () => Promise.resolve(new Map([['901', 'Almond Bank']])) },
  };
  await commandHandlers(parts as unknown as RouteContext).command({
    params: { kind: 'payout', reference: 'PO-1', command: 'amend' },
    ...{ body: { fields }, person: { subject: 'maker-1', roles: ['operator'] }, requestId: 'r-1' },
  } as never);
  return JSON.stringify(told);
}

test('a change to another bank is told with that bank’s name, and refused for a code that no bank has', async () => {
  expect(await amendWith({ bankCode: '901' })).toContain('"bankName":"Almond Bank"');
  expect(await amendWith({ bankCode: '901', bankName: 'Almond' })).toContain('"bankName":"Almond"');
  expect(await amendWith({ remark: 'Rent' })).not.toContain('bankName');
  await expect(amendWith({ bankCode: '998' })).rejects.toThrow('must be the code of a bank');
});
