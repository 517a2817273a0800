import { Banks, bankMistake } from '../../src/desk/banks';

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
