import { TestBrowser } from './browser';
import { FakeDesk } from './fake-desk';

/** One browser for a file of tests, and for each test a desk of fixtures of its own, whose pages are closed after it. */
export function deskPages(): { readonly browser: TestBrowser; readonly desk: () => FakeDesk } {
  const browser = new TestBrowser();
  let desk: FakeDesk;
  beforeAll(() => browser.start());
  afterAll(() => browser.stop());
  beforeEach(async () => {
    desk = new FakeDesk();
    await desk.start();
  });
  afterEach(async () => {
    await browser.closePages();
    await desk.stop();
  });
  return { browser, desk: () => desk };
}
