import { Timeline } from '../../../src/workflows/case/records/case-records';

const at = '2030-01-01T00:00:00.000Z';

test('three hundred refused signals leave an approval in the timeline', () => {
  const timeline = new Timeline();
  timeline.add({ at, by: 'system', what: 'Payout started' });
  timeline.add({ at, by: 'approver checker-1', what: 'Agree to the payout' });
  for (let sent = 0; sent < 310; sent++) timeline.addRefusal(at, `the unknown signal ${sent}`);
  const titles = timeline.entries.map(({ what }) => what);
  expect(titles.slice(0, 2)).toEqual(['Payout started', 'Agree to the payout']);
  expect(titles).toHaveLength(22);
  expect(titles.at(-1)).toBe('Refused the unknown signal 309');
});

test('a timeline that is full drops what no person did', () => {
  const timeline = new Timeline();
  timeline.add({ at, by: 'system', what: 'Loan started' });
  timeline.add({ at, by: 'officer officer-1', what: 'Accept the offer' });
  for (let read = 0; read < 400; read++) timeline.add({ at, by: 'system', what: `read ${read}` });
  const titles = timeline.entries.map(({ what }) => what);
  expect(titles.slice(0, 2)).toEqual(['Loan started', 'Accept the offer']);
  expect(titles).toHaveLength(300);
});
