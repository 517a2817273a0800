import { stack, type Program } from '../program';
import { hasBrowser, TestBrowser } from './browser';

/** For the tests of a file: a browser, and the demonstration as people start it, with its desk. */
export function demonstration(): { readonly browser: TestBrowser; readonly deskUrl: () => string } {
  const browser = new TestBrowser();
  let demo: Program | undefined;
  let url = '';
  beforeAll(async () => {
    await browser.start();
    // A stack that runs already, for work on these tests.
    url = process.env['TEST_DESK_URL'] ?? '';
    if (url !== '' || !hasBrowser) return;
    demo = stack('demo', '--hands-off', '--desk-port', '0');
    url = (await demo.logged(/Officers' desk +(\S+)/))[1]!;
  });
  afterAll(async () => {
    await browser.stop();
    demo?.interrupt();
    await demo?.ended;
  });
  afterEach(() => browser.closePages());
  return { browser, deskUrl: () => url };
}
