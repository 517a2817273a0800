import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { burst, steady } from '../../bench/arrivals';
import { BENEFICIARIES, byWorkflow } from '../../bench/payouts';
import { inTestEnvironment, type TestEnvironment } from '../../bench/test-environment';
import { carryOut, type Course } from '../../bench/work';
import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import { readCase } from '../../src/cases/snapshot';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { timesCommitted } from '../payouts';
import { log } from '../report';
import { createCertificate } from './certificates';
import { Front, type OutageName } from './front';

/** 900 s become 45, and so does all else that counts in time: everything runs 20 times as fast. */
const COMPRESSION = 20;
const SETTINGS = {
  rate: COMPRESSION,
  limit: 100,
  windowSeconds: 900 / COMPRESSION,
  settlementSpread: 0.5,
  seed: 'outage',
};
/** A call may take 30 s; the case is told of a stalled step after seven minutes. */
const WORKER_SETTINGS = {
  SERVICE_TIMEOUT_MS: String(30_000 / COMPRESSION),
  STALLED_AFTER_SECONDS: String(420 / COMPRESSION),
};
const PER_HOUR = 300;
/** A bank that no call has reached for so long after its return was given up. */
const GIVE_UP_HOURS = 0.5;

/** How long payouts come, and when of that the bank is down, in hours. */
export interface Plan {
  readonly hours: number;
  readonly downFrom: number;
  readonly downFor: number;
}

/** What became of a piece of work; instants in milliseconds since the epoch. */
export interface Outcome {
  readonly calls: number;
  readonly courses: readonly Course[];
  readonly committed: readonly number[];
  readonly down?: Down;
}

/** The outage as it was, when a call got through again, and when each payout that met it got attention. */
export interface Down {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly firstAnswerMs: number;
  readonly attentionMs: readonly number[];
}

/** Compressed milliseconds of so many hours. */
export const compressedMs = (hours: number): number => (hours * 3_600_000) / COMPRESSION;

/** Business seconds of so many compressed milliseconds. */
export const businessSeconds = (milliseconds: number): number => (milliseconds * COMPRESSION) / 1_000;

/** Pays out for some hours, during which the bank may be down for a while. */
export async function payThrough(plan: Plan, outage?: OutageName): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'outage-'));
  const certificates = {
    right: await createCertificate(folder, 'right'),
    wrong: await createCertificate(folder, 'wrong'),
  };
  let front: Front | undefined;
  const options = {
    front: async (bankUrl: string) => (front = await Front.open(bankUrl, certificates)).url,
    worker: { ...WORKER_SETTINGS, NODE_EXTRA_CA_CERTS: certificates.right.path },
    keepsRecords: true,
  };
  const pay = (environment: TestEnvironment) => measured(environment, front!, plan, outage);
  return inTestEnvironment(SETTINGS, pay, options).finally(async () => {
    await front?.close();
    await rm(folder, { recursive: true });
  });
}

async function measured(
  environment: TestEnvironment,
  front: Front,
  { hours, downFrom, downFor }: Plan,
  outage: OutageName | undefined,
): Promise<Outcome> {
  const { sandbox } = environment;
  const pay = byWorkflow(environment);
  await carryOut({ name: 'warm-up', code: 'W', arrivalsMs: burst(BENEFICIARIES) }, sandbox, pay);
  const before = front.calls.length;
  const work = { name: 'payouts', code: 'O', arrivalsMs: steady(PER_HOUR, hours, COMPRESSION) };
  const [courses, down] = await Promise.all([
    carryOut(work, sandbox, pay),
    outage && takeDown(front, outage, compressedMs(downFrom), compressedMs(downFor)),
  ]);
  log(`  ${outage ?? 'without an outage'}: what the bank was asked: ${JSON.stringify(sandbox.calls)}`);
  const references = work.arrivalsMs.map((_, index) => `O-${index + 1}`);
  const outcome = {
    calls: front.calls.length - before,
    courses,
    committed: references.map((reference) => timesCommitted(sandbox.state, reference)),
  };
  if (!down) return outcome;
  return { ...outcome, down: { ...down, attentionMs: await attentions(environment, references) } };
}

async function takeDown(front: Front, outage: OutageName, afterMs: number, forMs: number) {
  await sleep(afterMs);
  const fromMs = Date.now();
  await front.begin(outage);
  await sleep(forMs);
  await front.end();
  const untilMs = Date.now();
  log(`  ${outage}: the bank is back`);
  const isFirst = ({ atMs, isAnswered }: Front['calls'][number]) => isAnswered && atMs >= untilMs;
  const giveUpMs = untilMs + compressedMs(GIVE_UP_HOURS);
  while (!front.calls.some(isFirst) && Date.now() < giveUpMs) await sleep(1);
  return { fromMs, untilMs, firstAnswerMs: front.calls.find(isFirst)?.atMs ?? Infinity };
}

/** When each payout first needed attention; never is infinite. */
async function attentions(
  { client, sandbox }: TestEnvironment,
  references: readonly string[],
): Promise<number[]> {
  const { realAt, businessAt } = sandbox.clock.read();
  const real = (at: string) => Date.parse(realAt) + (Date.parse(at) - Date.parse(businessAt)) / COMPRESSION;
  const found: number[] = [];
  for (const reference of references) {
    const { timeline } = await snapshotOf(client, reference);
    const raised = timeline.find(({ what }) => what.startsWith('Needs attention'));
    found.push(raised ? real(raised.at) : Infinity);
  }
  return found;
}

/** A busy machine may not answer a query in time. */
async function snapshotOf(client: TestEnvironment['client'], reference: string): Promise<CaseSnapshot> {
  let snapshot: CaseSnapshot | undefined;
  while (!snapshot) snapshot = await readCase(client, caseId('payout', reference)).catch(() => undefined);
  return snapshot;
}
