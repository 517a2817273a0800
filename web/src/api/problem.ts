import { spoken } from '../format/words';
import type { Mistake, Problem as ProblemBody, ProblemName } from '../../../src/desk/contract';

type Told = Partial<ProblemBody> & { readonly detail: string };

const SYSTEM = 'The system that carries the cases on';

/** A sentence of the desk without its word "worker", which is a person in a bank. */
export const forStaff = (sentence: string): string =>
  sentence
    .replace(
      /No worker answers(?: at the moment)?\./,
      `${SYSTEM} does not answer at the moment; try again in a minute.`,
    )
    .replace(
      'No worker seems to be running: start one.',
      `${SYSTEM} does not seem to be running: tell whoever runs the desk.`,
    )
    .replace('No worker can', `${SYSTEM} cannot`)
    .replace('No worker takes', `${SYSTEM} does not take`);

const UNSENT = 'unsent';
const UNSIGNED = 'unsigned';

/** A message about fields with their labels in place of their names. */
const inLabels = (message: string, mistakes: readonly Mistake[]): string =>
  mistakes.reduce((text, { field = '' }) => {
    const name = field.split('.').at(-1) ?? '';
    return text.startsWith(`${name} `) ? `${spoken(name)}${text.slice(name.length)}` : text;
  }, message);

/** The problem of a request that was not sent, since there is no network or the desk is silent. */
export const unsent = (): Problem =>
  new Problem({
    detail: navigator.onLine
      ? 'The desk does not answer: nothing was sent. Send it again once it does.'
      : 'You are offline: nothing was sent. Send it again once the network is back.',
    type: UNSENT,
  });

/** The problem of a page that was not asked for without a network: it says nothing of what was sent before. */
export const unread = (): Problem =>
  new Problem({ detail: 'You are offline. What was sent before is not affected.', type: UNSENT });

/** The problem of a request without an answer. */
export const unreachable = (): Problem =>
  new Problem({ detail: 'The desk did not answer. Check the network, then try again.' });

/** The problem of an act that no device has signed: the person or the browser called it off, or cannot do it. */
export const unsigned = (): Problem =>
  new Problem({
    detail: 'Your device has not signed: it was called off, or knows no key for this desk. Nothing was sent.',
    type: UNSIGNED,
  });

/** The desk's problem document (RFC 9457), or a failure to reach the desk. */
export class Problem extends Error {
  /** Missing if no answer came. */
  readonly status: number | undefined;
  readonly mistakes: readonly Mistake[];
  /** The address of the login, if that helps. */
  readonly login: string | undefined;
  /** The challenge for the person's device, if that helps. */
  readonly challenge: string | undefined;
  private readonly type: string;

  constructor({ detail, status, mistakes = [], login, challenge, type = '' }: Told) {
    super(inLabels(forStaff(detail), mistakes));
    this.name = 'Problem';
    this.status = status;
    this.mistakes = mistakes.map((one) => ({ ...one, message: inLabels(one.message, [one]) }));
    this.login = login;
    this.challenge = challenge;
    this.type = type;
  }

  is(name: ProblemName): boolean {
    return this.type.endsWith(`/${name}`);
  }

  /** Whether a write did not leave this machine, so that it is sure to have had no effect. */
  get isUnsent(): boolean {
    return this.type === UNSENT;
  }

  /** Whether a write had no effect since no device has signed it, which the way to the desk has no part in. */
  get isUnsigned(): boolean {
    return this.type === UNSIGNED;
  }

  /** Whether a write is sure to have had no effect, as it never left or was not signed. */
  get hadNoEffect(): boolean {
    return this.isUnsent || this.isUnsigned;
  }

  /** Whether it is unknown if a write took effect: the same request may be sent again. */
  get isUnanswered(): boolean {
    return !this.hadNoEffect && (this.status === undefined || this.status >= 500);
  }
}

export const isProblem = (error: unknown): error is Problem => error instanceof Problem;

/** An error as a sentence for people. */
export const sentenceOf = (error: unknown): string =>
  isProblem(error)
    ? error.message
    : 'Something on this page went wrong. Load the page again; if it stays so, tell whoever runs the desk.';

/** What the desk says is wrong with a field of a form; `undefined` if nothing is. */
export const mistakeAt = (error: unknown, field: string): string | undefined =>
  isProblem(error) ? error.mistakes.find((mistake) => mistake.field === field)?.message : undefined;
