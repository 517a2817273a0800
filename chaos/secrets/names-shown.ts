import { DEMONSTRATION_USERS } from '../../stack/login-provider/provider';
import type { Browser } from '../../test/support/desk/browser';
import { persist } from '../desk/commands';
import { sample } from '../payouts';
import { log } from '../report';

/** A case or a person, as the desk lists them. */
interface Named {
  readonly name?: string | undefined;
  readonly reference?: string;
  readonly subject?: string;
}

/**
 * Looks for the payouts and the customer of the examples, in the list of all cases and by a search for a name, a whole
 * account and an address, and for people of the demonstration. @returns how many names there are, and how many are
 * missing or wrong
 */
export async function lookForNames(
  browser: Browser,
  people: readonly string[],
  references: readonly string[],
): Promise<{ readonly names: number; readonly unnamed: number }> {
  const { accountName, accountNumber } = sample('payout').beneficiary;
  const { customer } = sample('enrolment');
  const payouts: Named[] = references.map((reference) => ({ reference, name: accountName }));
  const name = `${customer.firstName} ${customer.lastName}`;
  const enrolled: Named[] = [{ reference: customer.reference, name }];
  const known: Named[] = people.map((subject) => ({ subject, name: DEMONSTRATION_USERS[subject]?.name }));
  const looks: readonly (readonly [expected: readonly Named[], shown: readonly Named[]])[] = [
    [[...payouts, ...enrolled], await casesFor(browser)],
    [payouts, await casesFor(browser, accountName)],
    [payouts, await casesFor(browser, accountNumber)],
    [enrolled, await casesFor(browser, customer.email)],
    [known, (await answer<{ people: Named[] }>(browser, '/api/people')).people],
  ];
  const missing = looks.flatMap(([expected, shown]) => expected.filter((one) => !shown.some(isLike(one))));
  for (const one of missing) log(`  ${one.reference ?? one.subject} is not shown under the right name`);
  return { names: looks.reduce((sum, [expected]) => sum + expected.length, 0), unnamed: missing.length };
}

const isLike =
  ({ name, reference, subject }: Named) =>
  (shown: Named): boolean =>
    shown.name === name && shown.reference === reference && shown.subject === subject;

/** The cases that a search finds; without one, all. */
async function casesFor(browser: Browser, q = ''): Promise<Named[]> {
  const found: Named[] = [];
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({
      tab: 'all',
      size: '200',
      page: String(page),
      ...(q !== '' && { q }),
    });
    const { rows } = await answer<{ rows: Named[] }>(browser, `/api/cases?${query.toString()}`);
    if (rows.length === 0) return found;
    found.push(...rows);
  }
}

const answer = <R>(browser: Browser, path: string): Promise<R> =>
  persist(async () => {
    const { status, body, text } = await browser.get(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return body as R;
  });
