import type { Locator, Page } from 'playwright-core';
import { DEMONSTRATION_PASSWORD } from '../../../stack/login-provider/provider';

/** More than any page has. */
const STOPS_MAX = 250;
/** A case that has just begun comes to the list when it needs a person. */
const LISTED_WITHIN_MS = 120_000;

/** Waits until something has the focus. */
export const untilFocus = (target: Locator): Promise<void> =>
  target.and(target.page().locator(':focus')).waitFor();

/** Whether something has the focus. */
const hasFocus = async (target: Locator): Promise<boolean> =>
  (await target.and(target.page().locator(':focus')).count()) === 1;

/** Whether people see where the focus is. */
const SHOWS = `(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) > 0)
  (getComputedStyle(document.activeElement))`;

/** Presses Tab until something has the focus. @throws where it is not reached, or the focus does not show */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  for (let stops = 0; !(await hasFocus(target)); stops++) {
    if (stops > STOPS_MAX) throw new Error(`not reached by Tab: ${String(target)}`);
    await target.page().keyboard.press('Tab');
  }
  if (!(await target.page().evaluate(SHOWS))) throw new Error(`the focus does not show: ${String(target)}`);
}

/** Goes to something by Tab, and presses a key there. */
export async function press(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

/** Goes to a field by Tab, which selects what stands in it, and types. */
export async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.type(text);
}

/** Chooses a file in the dialog that a control opens. */
export async function chooseFile(
  control: Locator,
  key: 'Enter' | 'Space',
  file: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  const chooser = control.page().waitForEvent('filechooser');
  await press(control, key);
  await (await chooser).setFiles(file);
}

/** Logs in at the provider of the demonstration. */
export async function logInByKeyboard(page: Page, user: string): Promise<void> {
  await page.getByLabel('User').waitFor();
  await typeInto(page.getByLabel('User'), user);
  await typeInto(page.getByLabel('Password'), DEMONSTRATION_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^(Queue|Approvals|Audit)/ }).waitFor();
}

/** Opens a page or a command by the palette. */
export async function byPalette(page: Page, words: string, label: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.locator('input:focus').waitFor();
  await page.keyboard.type(words);
  await palette.getByText(label, { exact: true }).waitFor();
  await page.keyboard.press('Enter');
}

/** Presses a key that chooses rows until something is chosen. */
export async function stepTo(target: Locator, key: 'j' | 'k'): Promise<void> {
  await target.waitFor({ timeout: LISTED_WITHIN_MS });
  for (let steps = 0; !(await hasFocus(target)); steps++) {
    if (steps > STOPS_MAX) throw new Error(`not reached by ${key}: ${String(target)}`);
    await target.page().keyboard.press(key);
  }
}

/** Whether the focus is on something of the page: after a dialog it must not be lost. */
export const keepsFocus = (page: Page): Promise<boolean> =>
  page.evaluate('document.activeElement !== null && document.activeElement !== document.body');
