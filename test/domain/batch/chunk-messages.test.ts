import { isChunkControl, isChunkReport } from '../../../src/domain/batch/chunk-messages';

const control = { slots: 5, paused: false, cancelled: true };
const report = { chunk: 1, allStarted: true, slots: 2, counts: { SUCCESS: 3 }, slow: [4] };

test('a chunk takes a whole control signal, and no other', () => {
  expect(isChunkControl(control)).toBe(true);
  const others = [null, undefined, 'stop', [], {}, { ...control, slots: -1 }, { ...control, slots: '5' }];
  expect(isChunkControl({ ...control, slots: 1e9 })).toBe(false);
  for (const given of [...others, { ...control, paused: null }]) expect(isChunkControl(given)).toBe(false);
});

test('a batch takes a whole report of a chunk, and no other', () => {
  expect(isChunkReport(report)).toBe(true);
  const others = [null, undefined, 7, {}, { ...report, slow: null }, { ...report, slow: ['4'] }];
  const invalidCounts: readonly unknown[] = [
    null,
    { PAID: 1 },
    { SUCCESS: -1 },
    { SUCCESS: 'many' },
    { toString: 5 },
  ];
  expect(isChunkReport({ ...report, slow: Array.from({ length: 5_001 }, () => 1) })).toBe(false);
  for (const given of [...others, ...invalidCounts.map((counts) => ({ ...report, counts }))])
    expect(isChunkReport(given)).toBe(false);
});
