import { usualWindowOf } from '../http/keys';
import { iso } from '../time/instants';
import { loanStatusOf, outstandingKobo } from '../lending/loan';
import type { ApplicationRecord, BankState } from '../bank-state';
import type { RunningSandbox } from '../running-sandbox';
import { dimensions, type DimensionName } from '../../bank/contract/readings';

const SHOWN_ROWS = 20;
const naira = (kobo: number): string =>
  `₦${(kobo / 100).toLocaleString('en-NG', { minimumFractionDigits: 2 })}`;
const last = <T>(rows: readonly T[]): T[] => rows.slice(-SHOWN_ROWS).reverse();

/** The sandbox at a glance. Personal data is masked. */
export const overview = (running: RunningSandbox, address: string): string =>
  html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <title>Sandbox of the bank</title>
      <style>
        body {
          font:
            15px/1.5 system-ui,
            sans-serif;
          max-width: 70rem;
          margin: 2rem auto;
          padding: 0 1rem;
        }
        table {
          border-collapse: collapse;
        }
        td,
        th {
          border-bottom: 1px solid #ddd;
          padding: 0.2rem 0.8rem 0.2rem 0;
          text-align: left;
        }
      </style>
      <h1>Sandbox of the bank</h1>
      <p>
        An emulated banking service: accounts, payouts and loans that look real and cost nothing. See its
        <a href="/docs">interface</a> (<a href="/openapi.json">OpenAPI</a>), its
        <a href="/_sandbox/state">state</a>, its <a href="/_sandbox/committed">committed log</a> and its
        <a href="/_sandbox/calls">calls</a>.
      </p>
      ${[clock(running, address), readings(running), calls(running), payouts(running.state), loans(running.state), committed(running.state)]}
    </html>`.text;

function clock(running: RunningSandbox, address: string): Html {
  const { limit, remaining, resetSeconds } = usualWindowOf(address, running);
  const window = limit === 0 ? 'no limit' : `${remaining} of ${limit} calls left, ${resetSeconds} s to go`;
  const { rate } = running.clock.read();
  return html`<p>It is ${iso(running.state.now)} here (rate ${rate}). Window: ${window}.</p>`;
}

function readings({ readings: inForce }: RunningSandbox): Html {
  const rows = Object.entries(inForce.unusual).map(([dimension, reading]) => [
    dimensions[dimension as DimensionName].about,
    reading,
  ]);
  return table('Readings other than the usual ones', ['what the interface leaves open', 'reading'], rows);
}

function calls({ calls: count }: RunningSandbox): Html {
  const rows = Object.entries(count.toJSON().byOperation).map(([operation, { calls, byOutcome }]) => [
    operation,
    calls,
    Object.entries(byOutcome).map(([outcome, times]) => `${outcome}: ${times} `),
  ]);
  return table('Calls', ['operation', 'calls', 'outcomes'], rows);
}

function payouts(state: BankState): Html {
  const rows = last(state.payouts.all()).map((payout) => [
    payout.reference,
    payout.kind,
    naira(payout.amountKobo),
    masked(payout.beneficiary.account_number),
    payout.status,
  ]);
  return table('Payouts', ['reference', 'kind', 'amount', 'to', 'status'], rows);
}

function loans(state: BankState): Html {
  const rows = last(state.applications.all()).map((application) => [
    application.request.reference,
    naira(application.request.amount),
    application.status,
    application.offerStatus,
    ...repayment(state, application),
  ]);
  return table('Loans', ['reference', 'amount', 'application', 'offer', 'loan', 'outstanding'], rows);
}

function repayment(state: BankState, { loanId }: ApplicationRecord): string[] {
  const loan = loanId === null ? undefined : state.loans.get(loanId);
  return loan ? [loanStatusOf(loan, state.now), naira(outstandingKobo(loan))] : ['', ''];
}

function committed(state: BankState): Html {
  const rows = last(state.committed.list()).map(({ seq, at, effect, key, operation }) => [
    seq,
    at,
    effect,
    key,
    operation,
  ]);
  return table('What was committed last', ['', 'at', 'effect', 'key', 'by'], rows);
}

/** Text that is HTML already. */
class Html {
  constructor(readonly text: string) {}
}
export type { Html };

/** What can stand in a template. */
type Shown = string | number | null | Html | readonly Shown[];

/** A template whose values are escaped, unless they are HTML themselves. */
const html = (parts: TemplateStringsArray, ...values: readonly Shown[]): Html =>
  new Html(parts.map((part, place) => part + (place < values.length ? shown(values[place]) : '')).join(''));

function shown(value: Shown | undefined): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object' && value !== null) return value.map(shown).join('');
  return String(value ?? '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A table with a heading; a sentence instead when there are no rows. */
const table = (title: string, columns: readonly string[], rows: readonly (readonly Shown[])[]): Html =>
  html`<h2>${title}</h2>
    ${
      rows.length === 0
        ? html`<p>None yet.</p>`
        : html`<table>
            <tr>
              ${columns.map((column) => html`<th>${column}</th>`)}
            </tr>
            ${rows.map(
              (row) =>
                html`<tr>
                  ${row.map((cell) => html`<td>${cell}</td>`)}
                </tr>`,
            )}
          </table>`
    }`;

/** Keeps the last four characters. */
const masked = (text: string): string => text.slice(-4).padStart(text.length, '•');
