import { nextRead, type Candidate, type Spared } from '../../../src/activities/polling/next-read';

const candidate = (given: Partial<Candidate>): Candidate => ({
  kind: 'rest',
  dueAtMs: 0,
  isDue: true,
  isForSpeed: false,
  isRecheck: false,
  pageInMs: 0,
  isContinued: false,
  ...given,
});
const spared = (given: Partial<Spared> = {}): Spared => ({
  roomInMs: 0,
  tokenInMs: { money: 0, rest: 0 },
  forSpeedInMs: Infinity,
  ...given,
});

const late = candidate({ dueAtMs: 2 });
const early = candidate({ dueAtMs: 1 });
const asked = candidate({ dueAtMs: 3, isRecheck: true });

test('what a person asks for is read first, then what was due first', () => {
  expect(nextRead([late, early, asked], spared())).toEqual({ read: asked, isByDate: true });
  expect(nextRead([late, early], spared())).toEqual({ read: early, isByDate: true });
});

test('without candidates nothing is read, however long', () => {
  expect(nextRead([], spared())).toEqual({ waitMs: Infinity });
});

test('what finds no token lets a later one of the other kind go first', () => {
  const money = candidate({ dueAtMs: 9, kind: 'money' });
  const tokenInMs = { money: 0, rest: 500 };
  expect(nextRead([early, money], spared({ tokenInMs }))).toEqual({ read: money, isByDate: true });
  expect(nextRead([early], spared({ tokenInMs }))).toEqual({ waitMs: 500 });
});

test('a page waits until pages are far enough apart, and for a token', () => {
  const page = candidate({ pageInMs: 700 });
  expect(nextRead([page], spared())).toEqual({ waitMs: 700 });
  expect(nextRead([page], spared({ tokenInMs: { money: 900, rest: 900 } }))).toEqual({ waitMs: 900 });
});

test('a recheck and a list that is being read need room, but no token', () => {
  const scan = candidate({ isContinued: true });
  for (const read of [asked, scan]) {
    expect(nextRead([read], spared({ tokenInMs: { money: 900, rest: 900 } }))).toEqual({
      read,
      isByDate: true,
    });
    expect(nextRead([read], spared({ roomInMs: 300 }))).toEqual({ waitMs: 300 });
  }
});

test('a read before its date waits until one is spared for speed, whatever tokens there are', () => {
  const sooner = candidate({ kind: 'money', isDue: false, isForSpeed: true });
  expect(nextRead([sooner], spared({ forSpeedInMs: 800 }))).toEqual({ waitMs: 800 });
  expect(nextRead([sooner], spared({ forSpeedInMs: 0 }))).toEqual({ read: sooner, isByDate: false });
  expect(nextRead([sooner], spared({ forSpeedInMs: 0, roomInMs: 300 }))).toEqual({ waitMs: 300 });
});

test('a read whose date has come is made by a token, and for speed where none is left', () => {
  const due = candidate({ isForSpeed: true, pageInMs: 500 });
  expect(nextRead([due], spared())).toEqual({ waitMs: 500 });
  expect(nextRead([due], spared({ forSpeedInMs: 0 }))).toEqual({ read: due, isByDate: false });
  const single = candidate({ isForSpeed: true });
  expect(nextRead([single], spared({ forSpeedInMs: 0 }))).toEqual({ read: single, isByDate: true });
});

test('a person who asks goes before a read for speed', () => {
  const sooner = candidate({ isDue: false, isForSpeed: true });
  expect(nextRead([sooner, asked], spared({ forSpeedInMs: 0 }))).toEqual({ read: asked, isByDate: true });
});
