import { randomUUID } from 'node:crypto';
import type { Answer, Officer } from '../../bench/desk/officer';
import { log } from '../report';
import { retryUntilAcknowledged } from '../retry-until-acknowledged';

/** A command as it was answered, and how its effect is counted. */
export interface AnsweredCommand {
  readonly what: string;
  /** The desk's sentence; `undefined` if the command was taken. */
  readonly refusal: string | undefined;
  /** Whether the case had to take it, or to refuse it. */
  readonly isDue: boolean;
  readonly effects: () => Promise<number>;
}

/** What the desk says became of a command. */
interface Outcome {
  readonly receipt?: object;
  readonly refusal?: string;
}

/** A command for a payout over HTTP. */
export interface Order {
  readonly reference: string;
  readonly command: string;
  readonly body: object;
}

/** A desk, a database or a worker that was killed must be there again by then. */
const PATIENCE_MS = 600_000;
const TELL_EVERY_MS = 60_000;

/** Sends commands under a key each, and again under the same one until the desk has answered. */
export class Sender {
  /** Commands that wait for an answer now. */
  underWay = 0;
  answered = 0;

  /** The receipt, or the sentence with which the desk says that the command was not taken. */
  async send(officer: Officer, { reference, command, body }: Order): Promise<Outcome> {
    const [key, path] = [randomUUID(), `/api/cases/payout/${reference}/commands/${command}`];
    let latest: Answer | undefined;
    const ask = async () => outcomeIn((latest = await officer.post(path, key, body)));
    const tell = () => log(`  ${command} to ${reference} waits for an answer: ${JSON.stringify(latest)}`);
    const repeated = setInterval(tell, TELL_EVERY_MS);
    this.underWay += 1;
    const outcome = await persist(ask).finally(() => {
      clearInterval(repeated);
      this.underWay -= 1;
    });
    this.answered += 1;
    return outcome;
  }
}

const TOO_MANY = 429;

/** @throws Error where the desk cannot tell */
function outcomeIn({ status, body }: Answer): Outcome {
  if (status === 200) return { receipt: Object(body) as object };
  const { detail } = Object(body) as { readonly detail?: string };
  const refusal = `${status} ${detail}`;
  if (status >= 400 && status < 500 && status !== TOO_MANY) return { refusal };
  throw new Error(refusal);
}

/** Asks for the page of a payout until it offers a command. */
export async function untilOffered(officer: Officer, reference: string, command: string): Promise<void> {
  await retryUntilAcknowledged(async () => {
    const { body } = await officer.get(`/api/cases/payout/${reference}`);
    const { commands = [] } = Object(body) as { commands?: { name: string; allowed: boolean }[] };
    if (!commands.some(({ name, allowed }) => name === command && allowed)) throw new Error('not yet');
  }, PATIENCE_MS);
}

/** Keeps asking until it works. */
export async function persist<R>(act: () => Promise<R>): Promise<R> {
  const results: R[] = [];
  await retryUntilAcknowledged(async () => results.push(await act()), PATIENCE_MS);
  return results[0]!;
}
