import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Payout, Settings } from './settings';

/** The settings of this program: the file that the harness names. */
export const settings = JSON.parse(readFileSync(process.env.RIVAL_SETTINGS ?? '', 'utf8')) as Settings;

/** What the harness reads: the program can take payouts, or one has ended. */
type Line =
  | { readonly isReady: true; readonly atMs: number }
  | {
      readonly reference: string;
      readonly end: string;
      readonly begunMs: number | null;
      readonly atMs: number;
    };

const write = (line: Line) => appendFileSync(settings.endsFile, `${JSON.stringify(line)}\n`);

const begun = new Map<string, number>();
const waiting = new Map<string, () => void>();

/** Writes down how a payout ended. Said twice, the first time counts. */
export function tell(reference: string, end: string): void {
  write({ reference, end, begunMs: begun.get(reference) ?? null, atMs: Date.now() });
  waiting.get(reference)?.();
}

type Submit = (payout: Payout) => Promise<unknown>;

/** Submits every payout of the list at its instant; after a start again those without an end. An engine tells the same one by its id. */
export async function submitAll(submit: Submit): Promise<void> {
  write({ isReady: true, atMs: Date.now() });
  const startMs = await startOfWork();
  const ended = endedBefore();
  const left = settings.payouts.filter(({ reference }) => !ended.has(reference));
  const { atOnce } = settings;
  if (atOnce === null) {
    await Promise.all(left.map((payout) => submitAt(submit, payout, startMs + payout.afterMs)));
    return;
  }
  const oneAfterTheOther = async () => {
    for (let payout = left.shift(); payout; payout = left.shift()) {
      const { reference } = payout;
      const over = new Promise<void>((resolve) => waiting.set(reference, resolve));
      await untilTaken(submit, payout);
      await over;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, oneAfterTheOther));
}

/** What the program of the time before this start has told. */
const endedBefore = (): Set<string> =>
  new Set(
    readFileSync(settings.endsFile, 'utf8')
      .split('\n')
      .flatMap((line) => /"reference":"([^"]+)"/.exec(line)?.[1] ?? []),
  );

const LOOK_MS = 20;

async function startOfWork(): Promise<number> {
  while (!existsSync(settings.startFile)) await sleep(LOOK_MS);
  return (JSON.parse(readFileSync(settings.startFile, 'utf8')) as { startMs: number }).startMs;
}

async function submitAt(submit: Submit, payout: Payout, atMs: number): Promise<void> {
  await sleep(Math.max(0, atMs - Date.now()));
  await untilTaken(submit, payout);
}

const AGAIN_MS = 500;

/** The engine's server may be away: a submission under the same id may be repeated. */
async function untilTaken(submit: Submit, payout: Payout): Promise<void> {
  begun.set(payout.reference, Date.now());
  for (;;)
    try {
      await submit(payout);
      return;
    } catch (error) {
      process.stderr.write(`${payout.reference} was not taken: ${String(error)}\n`);
      await sleep(AGAIN_MS);
    }
}

/** Runs until it is told to stop. */
export function run(start: () => Promise<() => Promise<unknown>>): void {
  void start().then(
    (stop) => {
      process.once('SIGTERM', () => void stop().finally(() => process.exit(0)));
    },
    (error: unknown) => {
      process.stderr.write(`The program did not start: ${String(error)}\n`);
      process.exit(1);
    },
  );
}
