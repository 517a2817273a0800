import { newWorkersKeys, ReceiptBook, requireCountingKey } from '../../src/authority/receipts';
import type { ActReceipt, Proof } from '../../src/domain/case/proof';
import { actBy, NOW, personKey, ringWith } from '../support/authority/acts';

const { key, entry } = personKey();
const WF = 'payout:PO-1';
const keys = newWorkersKeys();
const book = new ReceiptBook(keys);
const at = (seconds: number) => new Date(seconds * 1_000).toISOString();
const proof = book.give(actBy(key), { wf: WF, at: at(NOW) });
const changed = (change: Partial<ActReceipt>): Proof => ({
  ...proof,
  receipt: { ...proof.receipt, ...change },
});

test('a receipt shows that a worker has accepted an act, long after the act has expired', () => {
  expect(book.require(proof, WF)).toMatchObject({ wf: WF, at: at(NOW) });
});

test.each<[string, Proof]>([
  ['an instant that was changed', changed({ at: at(NOW - 1) })],
  ['another case', changed({ wf: 'payout:PO-2' })],
  ['a digest that was added', changed({ digest: 'x'.repeat(43) })],
  ['a MAC of nothing', changed({ mac: '' })],
  ['a MAC of another length', changed({ mac: `${proof.receipt.mac}AAAA` })],
  ['an unknown key', changed({ kid: 'other' })],
  ['another act', { ...proof, act: actBy(key, undefined, { payload: '{}' }) }],
  [
    'the receipt of other workers',
    new ReceiptBook(newWorkersKeys()).give(proof.act, { wf: WF, at: at(NOW) }),
  ],
])('a receipt with %s is refused', (_what, given) => {
  expect(() => book.require(given, WF)).toThrow();
});

test('a receipt under a key that this worker lacks says so, and what helps', () => {
  const others = new ReceiptBook(newWorkersKeys()).give(proof.act, { wf: WF, at: at(NOW) });
  expect(() => book.require(others, WF)).toThrow(/does not have \(AUTHORITY_RECEIPT_KEYS\).*given anew/);
});

test('a receipt does not count for another case than its own', () => {
  expect(() => book.require(proof, 'payout:PO-2')).toThrow('for something else');
});

test.each([
  ['revoked since', { state: 'revoked', since: at(NOW + 60) }, 'was revoked'],
  ['retired before', { state: 'retired', since: at(NOW - 60) }, 'was retired'],
] as const)('a receipt of a key that was %s no longer counts', (_when, state, sentence) => {
  expect(() => requireCountingKey(proof, ringWith({ ...entry, ...state }))).toThrow(sentence);
});

test("a receipt of a key that was retired since, or of a workers' key before the last, still counts", () => {
  const later = new ReceiptBook({ keys: [...newWorkersKeys().keys, ...keys.keys] });
  const retired = ringWith({ ...entry, state: 'retired', since: at(NOW + 60) });
  expect(later.require(proof, WF).at).toBe(at(NOW));
  expect(() => requireCountingKey(proof, retired)).not.toThrow();
});

test('a key that every worker has behind the old one can be put in front: each checks the receipts of all', () => {
  const added = newWorkersKeys();
  const before = new ReceiptBook({ keys: [...keys.keys, ...added.keys] });
  const after = new ReceiptBook({ keys: [...added.keys, ...keys.keys] });
  const receipt = { wf: WF, at: at(NOW) };
  for (const [by, other] of [
    [book, before],
    [before, book],
    [before, after],
    [after, before],
  ] as const)
    expect(other.require(by.give(proof.act, receipt), WF)).toMatchObject(receipt);
});
