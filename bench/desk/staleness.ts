import { setTimeout as sleep } from 'node:timers/promises';
import { sendCommand } from '../../src/cases/commands';
import { caseId } from '../../src/domain/wire/workflow-ids';
import type { Stack } from '../../stack/run-stack';
import type { Officer } from './officer';
import { realReference } from './real-cases';

const CHANGE_EVERY_MS = 1_500;
const LOOK_EVERY_MS = 200;
/** What no list has shown by then counts as never shown. */
const PATIENCE_MS = 30_000;

/** What happens to a payout without the desk, in turns, and the tab that holds it from then on. */
const CHANGES = [
  { command: 'confirmName', fields: { reason: 'KNOWN_ALIAS' }, tab: 'approvals' },
  { command: 'cancel', fields: { reason: 'NO_LONGER_NEEDED' }, tab: 'ended' },
] as const;

/** A change, and how long it took until a list showed it. */
export interface SeenChange {
  readonly command: string;
  readonly seconds: number;
}

/** Changes cases without the desk until told to stop, and looks at the desk's lists for each. */
export async function measureStaleness(
  { client }: Stack,
  officer: Officer,
  numbers: readonly number[],
  stop: AbortSignal,
): Promise<SeenChange[]> {
  const seen: Promise<SeenChange>[] = [];
  for (const number of numbers) {
    if (stop.aborted) break;
    const { command, fields, tab } = CHANGES[number % CHANGES.length]!;
    const by = { actor: 'elsewhere', role: 'operator', ...fields } as const;
    await sendCommand(client, caseId('payout', realReference(number)), command, by);
    const listed = untilListed(officer, `tab=${tab}&q=${realReference(number)}`);
    seen.push(listed.then((seconds) => ({ command, seconds })));
    await sleep(CHANGE_EVERY_MS, undefined, { signal: stop }).catch(() => undefined);
  }
  return Promise.all(seen);
}

async function untilListed(officer: Officer, list: string): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < PATIENCE_MS) {
    if ((await totalOf(officer, list)) > 0) return (performance.now() - began) / 1_000;
    await sleep(LOOK_EVERY_MS);
  }
  return Infinity;
}

/** How many cases a list holds; none where it gives no answer. */
export async function totalOf(officer: Officer, list: string): Promise<number> {
  const { body } = await officer.get(`/api/cases?size=1&${list}`);
  const { total = 0 } = Object(body) as { readonly total?: number };
  return total;
}
