import { setTimeout as sleep } from 'node:timers/promises';
import { operationNamed, type OperationName } from '../../src/bank/contract';
import type { PlantedFault } from '../../sandbox/faults';
import type { BankState } from '../../sandbox/bank-state';
import { plantFor } from './fault-target';
import type { TestEnvironment } from '../test-environment';
import { log } from '../report';
import { committedFor, type Outcome } from '../effects';
import type { TargetCase } from '../target-cases';

/** When the worker dies, as seen from the bank: a request that never arrives, or a reply that is never read. */
export type Moment = 'before the commit' | 'after the commit' | 'during a read';

/** The moments of a call at which a kill can hurt. */
export const momentsOf = (call: OperationName): readonly Moment[] =>
  operationNamed(call).effect === 'none' ? ['during a read'] : ['before the commit', 'after the commit'];

/** A kill that one target has to survive: in which call, and at which moment of it. */
export interface Kill {
  readonly target: TargetCase;
  readonly call: OperationName;
  readonly moment: Moment;
  /** Not before the case was seen in this stage; from the start when missing. */
  readonly from?: string | undefined;
}

/** How a target fared, and whether the kill met it at its moment. */
export interface Survival extends Outcome {
  readonly wasHit: boolean;
}

/** A call in flight is held so long at the bank: less than it may take, more than it takes to gather others. */
const HELD_MS = 20_000;
const GATHER_MS = 18_000;
const LOOK_EVERY_MS = 20;

/** Runs all targets side by side, and kills the worker until each of them was met by its kill. */
export async function survive(environment: TestEnvironment, kills: readonly Kill[]): Promise<Survival[]> {
  const { state: bank } = environment.sandbox;
  const calls = kills.map((kill) => new HeldCall(bank, kill));
  let left = kills.length;
  const run = async ({ target }: Kill, place: number) => {
    const end = await target.run((snapshot) => calls[place]?.see(snapshot));
    left -= 1;
    log(`  ${target.reference}: ${end}`);
    return end;
  };
  const [ends] = await Promise.all([
    Promise.all(kills.map(run)),
    killDuring(environment, calls, () => left > 0),
  ]);
  log(`Workers killed: ${environment.workers.killed}.`);
  return kills.map(({ target }, place) => ({
    end: ends[place] ?? '',
    entries: committedFor(bank, target),
    wasHit: calls[place]?.isInFlight === true,
  }));
}

/** Kills as soon as all calls that are left are in flight, or the first of them cannot be held much longer. */
async function killDuring(
  environment: TestEnvironment,
  calls: readonly HeldCall[],
  running: () => boolean,
): Promise<void> {
  for (let left = calls; left.length > 0 && running(); left = left.filter((call) => !call.isInFlight)) {
    await until(() => left.some((call) => call.isInFlight) || !running());
    await until(() => left.every((call) => call.isInFlight), GATHER_MS);
    if (running()) await environment.killWorker(() => sleep(HELD_MS + 1_000));
  }
}

/** One call of one target, kept waiting at the bank so that the worker can be killed meanwhile. */
class HeldCall {
  private held: PlantedFault | undefined;

  constructor(
    private readonly bank: BankState,
    private readonly kill: Kill,
  ) {
    if (kill.from === undefined) this.hold();
  }

  /** Whether the call is, or was, under way. */
  get isInFlight(): boolean {
    return (this.held?.hits ?? 0) > 0;
  }

  see({ stage }: { readonly stage: string }): void {
    if (stage === this.kill.from) this.hold();
  }

  private hold(): void {
    if (this.held) return;
    const { target, call, moment } = this.kill;
    if (moment === 'before the commit') plantFor(this.bank, call, target, { kind: 'reset-before' });
    this.held = plantFor(this.bank, call, target, { kind: 'latency', milliseconds: HELD_MS });
  }
}

async function until(reached: () => boolean, withinMs = Infinity): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!reached() && performance.now() < deadline) await sleep(LOOK_EVERY_MS);
}
