import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import type { Hand } from './hand';
import { borrowerOf } from './people';

const example = JSON.parse(readFileSync('examples/loan-application.json', 'utf8')) as Record<string, object>;

/** Fills in the form of a new loan by the example, step by step, and starts it. */
export async function fillLoan(officer: Hand, reference: string): Promise<void> {
  const borrower = { ...example['customer'], ...borrowerOf(2001), phone: '08032001000' };
  const values = new Map(
    leavesOf({
      ...{ reference, customer: borrower, application: example['application'] },
      ...{ underwriting: example['underwriting'], bankStatement: example['bankStatement'] },
    }),
  );
  const form = officer.page.getByRole('form').or(officer.page.locator('main form')).first();
  // Ends with the last step, whose button starts the loan.
  for (let step = 1; ; step++) {
    await form.getByRole('heading', { name: new RegExp(`^Step ${step} of `) }).waitFor();
    for (const [path, value] of values) {
      const input = form.locator(`[name="${path}"]`);
      if ((await input.count()) === 1) await enter(officer, input, path, value);
    }
    const next = form.getByRole('button', { name: 'Next step' });
    if ((await next.count()) === 0) break;
    await officer.press(next);
  }
  await officer.press(form.getByRole('button', { name: 'Start the loan' }));
}

type Leaf = string | number | boolean;

/** Every value of a document, by its path. */
export const leavesOf = (document: object, path = ''): [string, Leaf][] =>
  Object.entries(document as Record<string, object | Leaf>).flatMap(([name, value]): [string, Leaf][] => {
    const at = path === '' ? name : `${path}.${name}`;
    return typeof value === 'object' ? leavesOf(value, at) : [[at, value]];
  });

async function enter(officer: Hand, input: Locator, path: string, value: Leaf): Promise<void> {
  officer.fields++;
  if (typeof value === 'boolean') return input.setChecked(value);
  const isChoice = (await input.and(officer.page.locator('select')).count()) > 0;
  const text = /Kobo$|operatingExpenses$/.test(path) ? Number(value) / 100 : value;
  if (isChoice) await input.selectOption(String(value));
  else await input.fill(String(text));
}
