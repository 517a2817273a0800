import { ListScan } from '../../../src/activities/polling/page-scan';

const MISSED = 50;

/** Whether a scan goes on after pages that showed so many of what is awaited, while as many are missed after each. */
function goesOnAfter(...shown: number[]): boolean {
  const scan = new ListScan({ spacingMs: () => 0, unproductivePauseMs: 1 }, () => 0);
  for (const count of shown) {
    scan.beginPage();
    scan.endPage(count, MISSED, false);
  }
  return scan.isOpen;
}

test('a list is read on past two pages that show nothing of what is awaited, and left after the third in a row', () => {
  expect(goesOnAfter(0, 0)).toBe(true);
  expect(goesOnAfter(0, 0, 0)).toBe(false);
  expect(goesOnAfter(0, 0, 1, 0, 0)).toBe(true);
  expect(goesOnAfter(1, 0, 0, 0)).toBe(false);
});
