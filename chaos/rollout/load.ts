import { setTimeout as sleep } from 'node:timers/promises';
import { commandMessage } from '../../src/cases/signing';
import { answerOf } from '../../src/cases/snapshot';
import { caseQuery } from '../../src/domain/wire/messages';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { AcknowledgedWrites } from '../acknowledged-writes';
import { committedFor, controlRun, differences, largestCount } from '../effects';
import { doubtfulPayoutFile, endOfPayout, payoutFile, startPayouts, timesCommitted } from '../payouts';
import { log } from '../report';
import { retryUntilAcknowledged } from '../retry-until-acknowledged';
import { newLoan, type TargetCase } from '../target-cases';
import type { TestEnvironment } from '../test-environment';

const LOOK_EVERY_MS = 200;

/** What became of all cases. */
export interface Ends {
  readonly lost: number;
  readonly duplicates: number;
}

/** A note that Temporal has taken for a case. */
interface Note {
  readonly workflowId: string;
  readonly text: string;
}

/** Cases under way while builds change: payouts that come all the time, and loans and payouts that wait for a person. */
export class Load {
  private readonly loans: TargetCase[] = [];
  private readonly waiting: string[] = [];
  private readonly passing = new Map<string, string | undefined>();
  private readonly notes: Note[] = [];
  private isOver = false;

  constructor(private readonly environment: TestEnvironment) {}

  get workflowIds(): string[] {
    const payouts = [...this.waiting, ...this.passing.keys()];
    return [...this.steered, ...payouts.map((one) => caseId('payout', one))];
  }

  /** So many loans and payouts begin that will wait for a person. */
  async begin(name: string, each: number): Promise<void> {
    const { client } = this.environment;
    const loans = Array.from({ length: each }, () => newLoan(this.environment, name));
    const files = Array.from({ length: each }, (_, place) => doubtfulPayoutFile(name, place));
    await Promise.all(loans.map((loan) => loan.start()));
    this.loans.push(...loans);
    this.waiting.push(...(await startPayouts(client, files)));
  }

  /** Payouts that wait for no person, a new one whenever one has ended. */
  async stream(atOnce: number): Promise<void> {
    const { client } = this.environment;
    const payOn = async () => {
      while (!this.isOver) {
        const [reference = ''] = await startPayouts(client, [payoutFile('passing')]);
        this.passing.set(reference, await endOfPayout(client, reference));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, payOn));
  }

  /** Until so many more of them have ended. */
  async passed(more: number): Promise<void> {
    const wanted = this.passing.size + more;
    while (this.passing.size < wanted) await sleep(LOOK_EVERY_MS);
  }

  /** An officer sends a note to every case that waits, whether a worker can take it or not. */
  async note(text: string): Promise<void> {
    const { client } = this.environment;
    const said = { actor: 'officer-1', role: 'operator', text } as const;
    for (const workflowId of this.steered) {
      const note = { ...said, requestId: `note-${this.notes.length}` };
      const message = await commandMessage(client, workflowId, 'addNote', note);
      await client.workflow.getHandle(workflowId).signal('addNote', message);
      this.notes.push({ workflowId, text });
    }
  }

  /** How many of the notes do not stand in their cases. */
  async missingNotes(): Promise<number> {
    let missing = 0;
    for (const workflowId of this.steered) missing += (await this.missing(workflowId)).length;
    return missing;
  }

  /** People do what every case asks for, and all come to their end. */
  async finish(): Promise<Ends> {
    this.isOver = true;
    const { state: bank } = this.environment.sandbox;
    const control = await controlRun(this.environment, newLoan(this.environment, 'control'));
    const writes = new AcknowledgedWrites(this.environment);
    const [ends] = await Promise.all([
      Promise.all(this.loans.map((loan) => loan.run())),
      Promise.all(this.waiting.map((reference) => this.confirm(writes, reference))),
    ]);
    let [lost, duplicates] = [0, 0];
    const lose = (what: string) => {
      lost += 1;
      log(`  lost: ${what}`);
    };
    for (const [place, loan] of this.loans.entries()) {
      const outcome = { end: ends[place] ?? '', entries: committedFor(bank, loan) };
      const isSame = outcome.end === control.end && differences(outcome, control).length === 0;
      if (!isSame) lose(`${loan.reference}: ${outcome.end}; ${differences(outcome, control).join('; ')}`);
      duplicates += Math.max(0, largestCount(outcome.entries) - 1);
    }
    for (const reference of this.waiting)
      this.passing.set(reference, await endOfPayout(this.environment.client, reference));
    for (const [reference, end] of this.passing) {
      const committed = timesCommitted(bank, reference);
      if (end !== 'SUCCESS' || committed === 0) lose(`${reference}: ${end ?? 'it has not ended'}`);
      duplicates += Math.max(0, committed - 1);
    }
    return { lost, duplicates };
  }

  private get steered(): string[] {
    const loans = this.loans.map(({ reference }) => caseId('loan', reference));
    return [...loans, ...this.waiting.map((one) => caseId('payout', one))];
  }

  private async confirm(writes: AcknowledgedWrites, reference: string): Promise<void> {
    const workflowId = caseId('payout', reference);
    await writes.command(workflowId, 'confirmName', () => ({ reason: 'CHECKED_WITH_BENEFICIARY' }));
    await writes.command(workflowId, 'confirmProposal', ({ proposals }) => ({
      actor: 'operator-2',
      expectedDigest: proposals?.[0]?.digest,
    }));
  }

  /** The notes to a case that do not stand in its timeline, however often it is read. */
  private async missing(workflowId: string): Promise<Note[]> {
    const notes = this.notes.filter((note) => note.workflowId === workflowId);
    let missing = notes;
    const read = async () => {
      const { timeline } = await answerOf(this.environment.client, workflowId, caseQuery);
      missing = notes.filter(({ text }) => !timeline.some(({ note }) => note === text));
      if (missing.length > 0) throw new Error(`${missing.length} notes do not stand in its timeline`);
    };
    await retryUntilAcknowledged(read).catch((error: unknown) => log(`  ${workflowId}: ${String(error)}`));
    return missing;
  }
}
