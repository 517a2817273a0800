import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName } from '../../bank/contract';
import type { Connection } from '../../bank/client';
import { RequestRefusedError } from '../../bank/errors';
import { NoReplyError } from '../../bank/exchange';
import { answerTo, isSuccess, type Answer, type Log } from '../replies/answer';
import type { Findings } from '../report';
import type { Exchanges } from '../readings/exchanges';
import { problemsIn, unseenIn } from '../replies/problems';
import { folded } from '../../bank/contract/codes';
import { documentedRefusal } from '../../bank/reply';
import { valueAt } from '../replies/nodes';
import type { Knowledge } from './knowledge';
import type { Step } from './step';

export interface RunSettings {
  /** Rows that must not be asked, and why. */
  readonly leftOut: ReadonlyMap<OperationName, string>;
  /** Longest wait for one state of the bank. */
  readonly patienceMs: number;
  readonly log: Log;
  /** Where every request and its answer are kept. */
  readonly exchanges: Exchanges;
}

/** Nothing ever answered under the base address. */
export class CannotReach extends Error {
  constructor(cause: string) {
    super(`Nothing answers under the base address (${cause}).`);
  }
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
const PAUSE_GROWTH = 1.5;

/** Takes the steps of a plan in order and notes what each reply shows about its row. */
export class PlanRunner {
  private hasAnswered = false;
  private keysAreRefused = false;

  constructor(
    private readonly connection: Connection,
    private readonly settings: RunSettings,
    private readonly knowledge: Knowledge,
    private readonly findings: Findings,
  ) {}

  /** @throws CannotReach */
  async run(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      const obstacle = this.obstacleBefore(step) ?? (await this.attempt(step));
      if (obstacle === undefined) continue;
      this.findings.miss(step.row, obstacle);
      this.knowledge.miss(step, obstacle);
      this.settings.log(`${step.row}: ${obstacle}`);
    }
  }

  private obstacleBefore(step: Step): string | undefined {
    if (this.keysAreRefused) return 'the keys were not accepted';
    return this.settings.leftOut.get(step.row) ?? this.knowledge.missingBefore(step);
  }

  /** Asks until the step has come to its end; what keeps it from there, otherwise. */
  private async attempt(step: Step): Promise<string | undefined> {
    const input = this.knowledge.inputOf(step);
    try {
      const { progress, answer } = await this.pursue(step, input);
      if (progress.is !== 'reached') return progress.why;
      this.knowledge.learn(step, input, answer.body);
      return undefined;
    } catch (error) {
      return this.explain(error);
    }
  }

  private async pursue(step: Step, input: object): Promise<{ progress: Progress; answer: Answer }> {
    const endsAt = performance.now() + this.settings.patienceMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * PAUSE_GROWTH, LONGEST_PAUSE_MS)) {
      const answer = await answerTo(this.connection, step.row, input, this.settings.log);
      this.note(step, input, answer);
      const progress = progressOf(step, answer);
      if (progress.is !== 'pending' || performance.now() + pauseMs > endsAt) return { progress, answer };
      this.settings.log(`${step.row}: waiting, ${progress.why}`);
      await sleep(pauseMs);
    }
  }

  /** A refusal that means "later" says nothing about the row. */
  private note({ row }: Step, input: object, answer: Answer): void {
    this.hasAnswered = true;
    this.settings.exchanges.note({ row, input, answer });
    this.keysAreRefused = answer.status === 401;
    if (isNotYet(row, answer)) return;
    this.findings.answer(row, problemsIn(row, input, answer), unseenIn(row, answer));
  }

  private explain(error: unknown): string {
    if (error instanceof RequestRefusedError)
      return `its request breaks the row: ${error.fields.map(({ msg }) => msg).join(', ')}`;
    if (!(error instanceof NoReplyError)) throw error;
    if (!this.hasAnswered) throw new CannotReach(error.what);
    return `no reply (${error.what})`;
  }
}

/** Whether a step has come to its end; some states take their time, others never come any more. */
type Progress = { readonly is: 'reached' } | { readonly is: 'pending' | 'lost'; readonly why: string };

function progressOf({ row, awaits }: Step, answer: Answer): Progress {
  if (isNotYet(row, answer)) return { is: 'pending', why: `"${answer.failure.message}"` };
  if (!isSuccess(answer)) return { is: 'lost', why: 'it was refused' };
  if (!awaits) return { is: 'reached' };
  const seen = valueAt(answer.body, awaits.field.split('.'));
  if (typeof seen !== 'string') return { is: 'lost', why: `its reply has no ${awaits.field}` };
  const word = folded(seen);
  if (word === awaits.value) return { is: 'reached' };
  const cameToElse = awaits.over?.includes(word) ?? false;
  return { is: cameToElse ? 'lost' : 'pending', why: `${awaits.field} is ${seen}, not ${awaits.value}` };
}

/** Whether an answer is a documented refusal that means "later". */
const isNotYet = (row: OperationName, answer: Answer): boolean =>
  documentedRefusal(row, answer.status, answer.failure)?.notYet ?? false;
