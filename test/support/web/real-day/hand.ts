import type { Locator, Page } from 'playwright-core';
import { kinds, type Noun } from '../../../../src/domain/kinds';
import type { OfferedCommand } from '../../../../src/desk/contract';
import { DEMONSTRATION_PASSWORD } from '../../../../stack/login-provider/provider';

/** What a command is called on the pages. */
export const titleOf = (kind: Noun, command: string): string => {
  const row = kinds[kind].commands[command];
  if (!row) throw new Error(`no command ${command} of a ${kind}`);
  return row.summary satisfies OfferedCommand['summary'];
};

/** What the buttons say that send a form. */
const SEND = /^(Send( the (approval|rejection))?|Log in and send|(Pay|Leave) these rows( out)?)$/;

/** A file as a person chooses it. */
type Files = Parameters<Locator['setInputFiles']>[0];

/** The hand of a person at the desk: it finds things by role and name alone, and counts what it presses and fills in. */
export class Hand {
  presses = 0;
  fields = 0;

  constructor(
    readonly page: Page,
    readonly url: string,
  ) {}

  async press(target: Locator): Promise<void> {
    this.presses++;
    await target.click();
  }

  async key(name: string): Promise<void> {
    this.presses++;
    await this.page.keyboard.press(name);
  }

  async fill(target: Locator, text: string): Promise<void> {
    this.fields++;
    await target.fill(text);
  }

  async choose(target: Locator, label: string): Promise<void> {
    this.fields++;
    await target.selectOption({ label });
  }

  /** Chooses files in the dialog that a button opens: one press on the button, one in the dialog. */
  async files(label: string, files: Files): Promise<void> {
    this.presses++;
    const [chooser] = await Promise.all([
      this.page.waitForEvent('filechooser'),
      this.press(this.page.getByRole('group', { name: label }).getByRole('button')),
    ]);
    await chooser.setFiles(files);
  }

  /** Logs in; it is no part of a task. */
  async logIn(user: string): Promise<void> {
    await this.page.getByLabel('User').fill(user);
    await this.page.getByLabel('Password').fill(DEMONSTRATION_PASSWORD);
    await this.page.getByRole('button', { name: 'Log in' }).click();
    await this.page.getByRole('region', { name: 'Search and person' }).waitFor();
  }

  /** The same for one command, where the step-up asks for it. */
  async logInOnceMore(user: string): Promise<void> {
    await this.fill(this.page.getByLabel('User'), user);
    await this.fill(this.page.getByLabel('Password'), DEMONSTRATION_PASSWORD);
    await this.press(this.page.getByRole('button', { name: 'Log in' }));
  }

  /** Finds a case by the palette and opens it. */
  async find(words: string, reference: string): Promise<void> {
    await this.key('Control+k');
    const palette = this.page.getByRole('dialog');
    await this.fill(palette.getByRole('textbox', { name: 'Search and commands' }), words);
    await this.press(palette.getByText(reference, { exact: true }));
    await this.page.getByRole('heading', { level: 1, name: new RegExp(`${reference}$`) }).waitFor();
  }

  /** Goes to a page by the list of pages. */
  async go(title: string | RegExp): Promise<void> {
    await this.press(
      this.page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: title }),
    );
  }

  /** Where the case stands, in one sentence. */
  get state(): Locator {
    return this.page.getByRole('status', { name: 'State of the case' });
  }

  /** Opens the form of a command of the case on the page. */
  async open(title: string): Promise<Locator> {
    await this.press(this.page.getByRole('button', { name: title, exact: true }).first());
    const form = this.page.getByRole('dialog', { name: title });
    await form.waitFor();
    return form;
  }

  /** Sends the open form and waits for its receipt. */
  async send(form: Locator, title: string): Promise<void> {
    await this.press(form.getByRole('button', { name: SEND }));
    await this.receipt(title);
    await form.waitFor({ state: 'detached' });
  }

  readonly receipt = (title: string): Promise<void> =>
    this.page.getByRole('log', { name: 'Receipts' }).getByText(title).first().waitFor();
}
