import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** Where Debian and its relatives put the browser; `CHROMIUM_PATH` names another place. */
const PLACES = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser'];
const executablePath = PLACES.find((path) => path !== undefined && existsSync(path));

/** A test that needs a browser (`hasBrowser`): without one it says so and counts as skipped, never as passed. */
export const hasBrowser = executablePath !== undefined;
export const browserTest = hasBrowser ? test : test.skip;
if (!hasBrowser)
  console.warn(
    'No Chromium on this machine: tests in a browser are skipped. Install it, or set CHROMIUM_PATH.',
  );

/** A wide screen, an old one, a phone, and the narrowest that the pages promise. */
const SCREENS = {
  wide: { width: 1440, height: 900 },
  old: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
  narrow: { width: 360, height: 740 },
} as const;

/** Playwright's own half minute is too short for a machine that also lints, types and starts a demonstration. */
const PATIENCE_MS = 90_000;

interface View {
  readonly url: string;
  readonly scheme?: 'light' | 'dark';
  readonly screen?: keyof typeof SCREENS;
  /** Where the computer stands; left out, where the machine does. */
  readonly timezoneId?: string;
}

/** One browser for a file of tests. Every page reports what its content policy has refused. */
export class TestBrowser {
  private browser: Browser | undefined;
  private readonly contexts: BrowserContext[] = [];

  async start(): Promise<void> {
    if (executablePath !== undefined)
      this.browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  }

  async open({ url, scheme = 'light', screen = 'wide', timezoneId }: View): Promise<OpenPage> {
    const context = await this.browser!.newContext({
      colorScheme: scheme,
      viewport: SCREENS[screen],
      locale: 'en-GB',
      ...(timezoneId !== undefined && { timezoneId }),
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(PATIENCE_MS);
    this.contexts.push(context);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d|status of 5\d\d/.test(message.text()))
        complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(url);
    return { page, complaints };
  }

  /** Closes what tests have opened. */
  async closePages(): Promise<void> {
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
  }

  async stop(): Promise<void> {
    await this.browser?.close();
  }
}

/** A page with what the browser complained about: refusals of the content policy, errors, faults. */
export interface OpenPage {
  readonly page: Page;
  readonly complaints: string[];
}

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with a page by WCAG 2.2 AA and its best practices: a line for each. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 160) + ' ' + failureSummary)))`);
}
