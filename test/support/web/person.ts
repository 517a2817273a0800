import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { DEMONSTRATION_PASSWORD } from '../../../stack/login-provider/provider';

/** Logs a person of the demonstration in at its provider. */
export async function logIn(page: Page, user: string): Promise<void> {
  await page.getByLabel('User').fill(user);
  await page.getByLabel('Password').fill(DEMONSTRATION_PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { level: 1, name: /^(Queue|Approvals|Audit)/ }).waitFor();
}

/** Drops a file on something, as a mouse does. */
export async function dropOn(target: Locator, path: string, type: string): Promise<void> {
  const transfer = await target.page().evaluateHandle(
    `(() => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(readFileSync(path).toString('base64'))}), (each) => each.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], ${JSON.stringify(basename(path))}, { type: ${JSON.stringify(type)} }));
      return transfer;
    })()`,
  );
  for (const event of ['dragenter', 'dragover', 'drop'])
    await target.dispatchEvent(event, { dataTransfer: transfer });
}

/** The viewer for PDF of the browser is a page of its own. */
const viewerIn = (page: Page) => page.frames().find((frame) => frame.url().startsWith('chrome-extension:'));

/** Waits until the browser shows a PDF. */
export async function untilViewed(page: Page): Promise<void> {
  for (let looks = 0; !viewerIn(page); looks++) {
    if (looks > LOOKS_MAX) throw new Error('no viewer opens');
    await page.waitForTimeout(100);
  }
  // What opens by itself has opened by then.
  await page.waitForTimeout(1_000);
}
const LOOKS_MAX = 300;

/** Opens the form of a command, sends it, and waits for its receipt. */
export async function command(page: Page, summary: string): Promise<void> {
  await page.getByRole('button', { name: summary, exact: true }).first().click();
  await send(page, summary);
}

/** Sends the form that is open, and waits for its receipt. */
export async function send(page: Page, summary: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: summary });
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('log', { name: 'Receipts' }).getByText(summary).first().waitFor();
}

/** Scrolls through a table as a reader does, so that each row comes into view. */
export async function readThrough(table: Locator): Promise<void> {
  const [, ...rows] = await table.getByRole('row').all();
  for (const row of rows) await row.scrollIntoViewIfNeeded();
}

/** What moves on a page comes to rest within this. */
const REST_MS = 700;

/** With `PICTURES` set to a folder, keeps what a person sees at this step of a flow: docs/DESK.md shows it. */
export async function pictured(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder === undefined) return;
  await page.waitForTimeout(REST_MS);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
