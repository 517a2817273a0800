import { Receipts } from '../../../../src/workflows/case/commands/receipts';
import { actBy, claims, personKey } from '../../../support/authority/acts';

const { key } = personKey('officer-1', ['officer']);
const NOW = Date.parse('2026-11-22T12:00:00Z');
const approval = {
  ...{ requestId: 'first', command: 'approve', stage: 'OPEN' },
  acceptedAt: '2026-11-22T12:00:00Z',
};

/** An act that expires four minutes after the beginning of the test. */
const act = actBy(key, claims({ iat: NOW / 1_000 - 60, exp: NOW / 1_000 + 240 }));

beforeEach(() => void jest.useFakeTimers({ now: NOW }));
afterEach(() => void jest.useRealTimers());

const give = (receipts: Receipts, count: number, signed?: string) => {
  for (let number = 0; number < count; number++)
    receipts.give(
      {
        ...approval,
        requestId: `${signed === undefined ? 'later' : 'signed'}-${number}`,
        command: 'addNote',
      },
      signed,
    );
};

test('a case remembers an act until it has expired, however many commands come after it', () => {
  const receipts = new Receipts([]);
  receipts.give(approval, act);
  give(receipts, 600);
  expect(receipts.get('first')).toMatchObject({ command: 'approve' });
  const carried = new Receipts(receipts.all());
  give(carried, 600);
  expect(carried.get('first')).toMatchObject({ command: 'approve' });
  jest.setSystemTime(NOW + 300_000);
  give(carried, 601);
  expect(carried.get('first')).toBeUndefined();
  expect(carried.all().length).toBeLessThanOrEqual(500);
});

test('a case that would have to forget an act which counts takes no more commands until some have expired', () => {
  const receipts = new Receipts([]);
  give(receipts, 4_999, act);
  expect(receipts.isFull(NOW)).toBe(false);
  receipts.give({ ...approval, requestId: 'last' }, act);
  expect(receipts.isFull(NOW)).toBe(true);
  expect(receipts.isFull(NOW + 300_000)).toBe(false);
});

test('a receipt tells its sender nothing of how long it is remembered', () => {
  const receipts = new Receipts([]);
  const given = receipts.give(approval, act);
  receipts.proposed(given, 'ab');
  const names = ['acceptedAt', 'command', 'proposed', 'repeated', 'requestId', 'stage'];
  expect(Object.keys(receipts.get('first') ?? {}).sort()).toEqual(names);
});
