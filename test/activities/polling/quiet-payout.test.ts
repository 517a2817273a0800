import { setTimeout as sleep } from 'node:timers/promises';
import { createPolls } from '../../../src/activities/polling/awaited-statuses';
import { readStatuses } from '../../../src/activities/polling/status-sources';
import { createBankClient, OBSERVED_POLICY, type BankClient } from '../../../src/bank/client';
import { remarkOf } from '../../../src/domain/money/remarks';
import { cadences } from '../../../src/domain/time/cadence';
import { REAL_TIME } from '../../../src/domain/time/clock';
import { RateLimiter } from 'fixed-window-limiter';
import { holderOf } from '../../../sandbox/money/banks';
import { createSandbox, type Sandbox } from '../../../sandbox/app';
import { attempt } from '../../support/fake-bank';

const SETTLED_AFTER_MS = 30_000;
const START_MS = Date.parse('2026-03-02T09:00:00Z');
const SOURCE = '9000000001';
const BENEFICIARY = { bank_code: '901', bank_name: 'Almond Bank', account_number: '1234567801' };

interface Timer {
  readonly atMs: number;
  readonly act: () => void;
}

/** The emulated bank on a socket, the limiter and the polls, on one clock that goes on from timer to timer. */
class Quiet {
  nowMs = 0;
  private readonly timers = new Set<Timer>();
  private readonly limiter = new RateLimiter({
    policy: OBSERVED_POLICY,
    now: () => this.nowMs,
    random: () => 0.5,
  });
  private sandbox?: Sandbox;
  private bank?: BankClient;

  async open(): Promise<this> {
    const time = { realNow: () => START_MS + this.nowMs, monotonicNow: () => this.nowMs };
    this.sandbox = await createSandbox({ durations: { payoutSettlement: SETTLED_AFTER_MS / 1_000 } }, time);
    const { serviceKey: key, apiKey } = this.sandbox.settings;
    const baseUrl = await this.sandbox.listen({ port: 0 });
    this.bank = createBankClient({ baseUrl, key, apiKey, timeoutMs: 20_000, limiter: this.limiter });
    return this;
  }

  async close(): Promise<void> {
    await this.bank?.close();
    await this.sandbox?.close();
  }

  get calls() {
    const { byOperation } = (this.sandbox as Sandbox).calls.toJSON();
    return Object.fromEntries(Object.entries(byOperation).map(([name, { calls }]) => [name, calls]));
  }

  get used(): number {
    return Object.values(this.calls).reduce((sum, calls) => sum + calls, 0);
  }

  async call(times: number): Promise<void> {
    for (let call = 0; call < times; call++) await this.bank?.listBanks({});
  }

  async send(...references: string[]): Promise<void> {
    const account_name = holderOf(BENEFICIARY.bank_code, BENEFICIARY.account_number);
    const beneficiary = { ...BENEFICIARY, account_name };
    for (const reference of references)
      await this.bank?.createPayout({
        ...{ reference, amount: 20_000, beneficiary, source: { account_number: SOURCE } },
        remark: remarkOf(reference, 'Wages'),
      });
  }

  /** Polls that wait for the ends of payouts, each an activity of its own. */
  watch(references: readonly string[], sourceAccountNumber = SOURCE) {
    const timing = {
      now: () => this.nowMs,
      after: (delayMs: number, act: () => void) => this.after(delayMs, act),
    };
    const terms = { clock: REAL_TIME, limiter: this.limiter, timing };
    const polls = createPolls(readStatuses(this.bank as BankClient, terms));
    const pace = { cadence: cadences.payout, clock: REAL_TIME, trigger: 'schedule' as const };
    return references.map((reference) => {
      const activity = attempt();
      const source = sourceAccountNumber !== '' && { sourceAccountNumber };
      const input = { reference, amountKobo: 20_000, ...source, pace };
      const run = (given: typeof input): Promise<unknown> => polls.awaitPayoutOutcome(given);
      const ended = activity.run(run, input).then(
        (outcome) => ({ outcome, atMs: this.nowMs }),
        (error: unknown) => ({ error }),
      );
      return { ended, cancel: () => activity.cancel() };
    });
  }

  /** Lets time pass. */
  async run(untilMs: number): Promise<void> {
    for (let timer = await this.next(untilMs); timer; timer = await this.next(untilMs)) {
      this.timers.delete(timer);
      this.nowMs = Math.max(this.nowMs, timer.atMs);
      timer.act();
    }
    this.nowMs = untilMs;
  }

  private async next(untilMs: number): Promise<Timer | undefined> {
    do await sleep(5);
    while (this.limiter.snapshot().inFlight > 0);
    await sleep(1);
    const [first] = [...this.timers].sort((one, other) => one.atMs - other.atMs);
    return first && first.atMs <= untilMs ? first : undefined;
  }

  private after(delayMs: number, act: () => void): () => void {
    const timer = { atMs: this.nowMs + delayMs, act };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  }
}

let quiet: Quiet;
beforeEach(async () => (quiet = await new Quiet().open()));
afterEach(() => quiet.close());

test('a quiet payout is confirmed within three seconds of its settlement', async () => {
  await quiet.send('Q-1');
  const [payout] = quiet.watch(['Q-1']);
  await quiet.run(60_000);
  const { atMs } = (await payout?.ended) as { atMs: number };
  expect(atMs).toBeGreaterThanOrEqual(SETTLED_AFTER_MS);
  expect(atMs).toBeLessThanOrEqual(SETTLED_AFTER_MS + 3_000);
});

test('a payout is looked at by its cadence, once, where a burst would need the calls that are left', async () => {
  await quiet.call(19);
  await quiet.send('Q-1');
  const [payout] = quiet.watch(['Q-1']);
  await quiet.run(60_000);
  expect(await payout?.ended).toMatchObject({ outcome: { status: 'SUCCESS' }, atMs: 45_000 });
  expect(quiet.calls).toMatchObject({ getPayoutStatus: 1 });
});

test('several quiet payouts are looked at by the same reads, and leave 80 calls of the window', async () => {
  const references = Array.from({ length: 10 }, (_, number) => `Q-${number}`);
  await quiet.send(...references);
  const payouts = quiet.watch(references);
  await quiet.run(60_000);
  for (const { ended } of payouts)
    expect(((await ended) as { atMs: number }).atMs).toBeLessThanOrEqual(SETTLED_AFTER_MS + 3_000);
  expect(quiet.used).toBeLessThanOrEqual(20);
});

test('payouts that no list shows are read one after the other, until only 80 calls of the window are left', async () => {
  await quiet.call(10);
  const references = Array.from({ length: 8 }, (_, number) => `Q-${number}`);
  await quiet.send(...references);
  quiet.watch(references, '');
  await quiet.run(29_000);
  expect(quiet.used).toBe(20);
});

test('a poll that is cancelled between two quick looks is not looked at again', async () => {
  await quiet.send('Q-1');
  const [payout] = quiet.watch(['Q-1']);
  await quiet.run(20_000);
  const { getPayoutStatus: looks } = quiet.calls;
  payout?.cancel();
  await quiet.run(60_000);
  expect(looks).toBeGreaterThanOrEqual(2);
  expect(quiet.calls).toMatchObject({ getPayoutStatus: looks });
  expect(await payout?.ended).toHaveProperty('error');
});
