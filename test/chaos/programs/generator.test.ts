import { programOf } from '../../../chaos/programs/generator';

const programs = Array.from({ length: 3_000 }, (_, seed) => programOf(seed + 1));

const turnsDuplicateCheckOff = ({ steps }: (typeof programs)[number]) =>
  steps.some((step) => step.do === 'break' && step.fault.kind === 'duplicate-check-off');

test('a bank that hides a payout for minutes keeps its check for duplicates: without it, nobody could know', () => {
  const hiding = programs.filter(({ readings }) => readings.duplicatePayout === 'invisible-original');
  expect(hiding.length).toBeGreaterThan(10);
  expect(hiding.filter(turnsDuplicateCheckOff)).toEqual([]);
  expect(programs.filter(turnsDuplicateCheckOff).length).toBeGreaterThan(10);
});
