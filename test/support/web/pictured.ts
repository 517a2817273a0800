import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** What moves on a page comes to rest within this. */
const REST_MS = 700;

/** With `PICTURES` set to a folder, keeps what a person sees at this step of a flow: docs/DESK.md shows it. */
export async function pictured(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder === undefined) return;
  await page.waitForTimeout(REST_MS);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
