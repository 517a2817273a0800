import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { addEndpoint } from '../../src/cases/event-endpoints';
import { startCase } from '../../src/cases/start';
import { enrolmentInput } from '../../src/domain/enrolment/input';
import { kinds } from '../../src/domain/kinds';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { readAuditKeys, readSignerKey } from '../../src/records/audit-key-files';
import { connectRecords } from '../../src/records/connection';
import { verify } from '../../src/records/verify';
import { EventReceiver } from '../../test/support/events/receiver';
import { causeOfAttention } from '../forgery/approved-payout';
import { endOfPayout, payoutFile, sample, startPayouts, timesCommitted } from '../payouts';
import { log, type Row } from '../report';
import { Desks } from '../secrets/desks';
import { Receivers } from '../secrets/receivers';
import { Secrets } from '../secrets/rotations';
import type { TestEnvironment } from '../test-environment';
import type { Attack } from './run';

interface Size {
  /** Between one rotation and the next one. */
  readonly restMs: number;
  /** Between one payout and the next one: 300 an hour. */
  readonly everyMs: number;
}
const full: Size = { restMs: 60_000, everyMs: 12_000 };
const small: Size = { restMs: 10_000, everyMs: 3_000 };

/** As in the example. */
const AMOUNT_KOBO = 2_500_000;
/** One maker may send one payout a day. */
const LIMIT_KOBO = AMOUNT_KOBO + 1;
const LIMITED = 'maker-limited';
const PATIENCE_MS = 5 * 60_000;

async function attack(environment: TestEnvironment, { quick }: { quick: boolean }): Promise<Row> {
  const { restMs, everyMs } = quick ? small : full;
  const secrets = new Secrets(environment);
  await secrets.begin(LIMIT_KOBO);
  const receiver = await EventReceiver.start();
  receiver.secret = await addEndpoint(secrets.clientFor('administrator-1'), 'books', receiver.url);
  const receivers = await Receivers.open(environment);
  const desks = await Desks.open(environment);
  await startCase(secrets.clientFor('officer-1'), kinds.enrolment, enrolmentInput.parse(sample('enrolment')));
  const load = new Load(secrets, everyMs);
  const paying = load.run();
  const limited = [await load.pay(LIMITED)];
  await endOfPayout(environment.client, limited[0] ?? '');
  let problems = 0;
  const rotations = Object.entries({
    ...secrets.rotations(receiver),
    ...receivers.rotations(),
    ...desks.rotations(() => load.references),
  });
  try {
    for (const [name, rotate] of rotations) {
      await rotate();
      await sleep(restMs);
      limited.push(await load.pay(LIMITED));
      const found = await problemsOfAudit(environment);
      problems += found;
      log(`  ${name}: ${load.references.length} payouts so far, ${found} problems of the audit`);
    }
    load.end();
    await paying;
    const ends = await Promise.all(
      load.references.map((reference) => endOfPayout(environment.client, reference, PATIENCE_MS)),
    );
    const { state: bank } = environment.sandbox;
    const committed = load.references.map((reference) => timesCommitted(bank, reference));
    const [first = '', ...further] = limited;
    const overLimit = further.filter((reference) => timesCommitted(bank, reference) > 0).length;
    const held = await Promise.all(further.map((reference) => isHeldByLimit(environment, reference)));
    await desks.countNames(load.references);
    const fields = {
      ...{ rotations: rotations.length, payouts: ends.length },
      failed: ends.filter((end) => end !== 'SUCCESS').length,
      twice: committed.filter((times) => times > 1).length,
      heldByLimit: held.filter(Boolean).length,
      ...{ overLimit, problems, unverified: receiver.unverified, events: receiver.events.length },
      ...(await receivers.counted()),
      ...desks.counts,
      stillTaken: receivers.stillTaken + desks.stillTaken,
    };
    const { failed, twice, unverified, heldByLimit, stillTaken } = fields;
    const { refused, lost, loginsFailed, sessionsEnded, unnamed } = fields;
    const { refusedMeanwhile, loginsFailedMeanwhile, sessions, sessionsAsked } = fields;
    const isMet = timesCommitted(bank, first) === 1 && heldByLimit === further.length;
    const isTold = receiver.events.length > ends.length;
    // Each shows that the other side does ask for the secret.
    const isAsked = refusedMeanwhile > 0 && loginsFailedMeanwhile > 0 && sessionsAsked === sessions;
    const wrong = [failed, twice, overLimit, problems, unverified, stillTaken];
    wrong.push(refused, lost, loginsFailed, sessionsEnded, unnamed);
    return { fields, holds: isMet && isTold && isAsked && wrong.every((count) => count === 0) };
  } finally {
    load.end();
    await Promise.all([receiver.close(), receivers.close(), desks.close()]);
  }
}

/** Payouts that come evenly, each made by another person. */
class Load {
  readonly references: string[] = [];
  private isOver = false;
  private makers = 0;

  constructor(
    private readonly secrets: Secrets,
    private readonly everyMs: number,
  ) {}

  async run(): Promise<void> {
    while (!this.isOver) {
      this.references.push(await this.pay(`maker-${++this.makers}`));
      await sleep(this.everyMs);
    }
  }

  async pay(person: string): Promise<string> {
    const [reference = ''] = await startPayouts(this.secrets.clientFor(person), [payoutFile('secrets')]);
    return reference;
  }

  end(): void {
    this.isOver = true;
  }
}

async function isHeldByLimit({ client }: TestEnvironment, reference: string): Promise<boolean> {
  const cause = await causeOfAttention(client.workflow.getHandle(caseId('payout', reference)));
  const isHeld = cause.includes('would pass the limit of the policy');
  if (!isHeld) log(`  ${reference} is not held by the limit, but: ${cause || 'it has ended'}`);
  return isHeld;
}

async function problemsOfAudit({ records }: TestEnvironment): Promise<number> {
  const { env, verifying, superuserUrl } = records;
  const pool = connectRecords(superuserUrl, PATIENCE_MS, PATIENCE_MS);
  try {
    const lines = (await readFile(env.AUDIT_EXPORT_FILE, 'utf8').catch(() => '')).split('\n');
    const { problems } = await verify({
      ...{ pool, exported: lines.filter((line) => line !== '') },
      keys: readAuditKeys(verifying.AUDIT_KEY_FILE),
      signer: await readSignerKey(verifying.AUDIT_SIGNER_KEY_FILE),
    });
    for (const { problem } of problems) log(`  ${problem}`);
    return problems.length;
  } finally {
    await pool.end();
  }
}

export const secrets: Attack = {
  proves:
    'Every secret of workers, desks, receivers and endpoints is replaced in a row while 300 payouts an hour are paid: none fails or is paid twice, no limit is forgotten, the audit verifies, and no delivery, name or session is lost.',
  rate: 1,
  attack,
};
