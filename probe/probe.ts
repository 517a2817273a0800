import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { operationNames, type OperationName } from '../src/bank/contract';
import { Connection, type BankKey } from '../src/bank/client';
import { type Log, answerTo, isSuccess, type Answer } from './replies/answer';
import { type Facts, type Step, givesOf, needsOf, type Fact, type Known } from './plan/step';
import { Findings, report, type Report } from './report';
import { leadingTo, moneyMoving } from './plan';
import { askHarmlessly, Exchanges } from './readings/exchanges';
import { readingsSeen } from './readings/observations';
import { RequestRefusedError } from '../src/bank/errors';
import { NoReplyError } from '../src/bank/exchange';
import { problemsIn, unseenIn, valueAt } from './replies/problems';
import { folded } from '../src/bank/contract/codes';
import { documentedRefusal } from '../src/bank/reply';

/** The settings of a run. */
export interface Probe {
  readonly baseUrl: URL;
  readonly key: BankKey;
  readonly apiKey: BankKey;
  readonly timeoutMs: number;
  readonly patienceMs: number;
  readonly rows?: ReadonlySet<OperationName>;
  readonly movesMoney: boolean;
  /** Whether to ask, after the rows, how the bank reads the points that the interface leaves open. */
  readonly asksForReadings: boolean;
  /** Facts known beforehand: the test customer's BVN, the paying account. */
  readonly given: Facts;
  readonly log: Log;
}

/**
 * Tries every operation of the contract on a bank, and reports which rows hold.
 * @throws CannotReach
 */
export async function probe(settings: Probe): Promise<Report> {
  const { baseUrl, patienceMs, log, rows = new Set(operationNames) } = settings;
  const connection = new Connection({ ...settings, baseUrl: baseUrl.href });
  const knowledge = new Knowledge({ ...freshNames(), ...settings.given }, standIns(baseUrl));
  const findings = new Findings();
  const exchanges = new Exchanges();
  try {
    const runner = new PlanRunner(
      connection,
      { leftOut: leftOut(settings), patienceMs, log, exchanges },
      knowledge,
      findings,
    );
    await runner.run(leadingTo(rows));
    if (settings.asksForReadings) await askHarmlessly(connection, exchanges, log);
  } finally {
    await connection.close();
  }
  const shown = operationNames.filter((name) => rows.has(name));
  return report(
    (baseUrl.origin + baseUrl.pathname).replace(/\/$/, ''),
    shown.map((name) => findings.of(name)),
    readingsSeen(exchanges),
  );
}

/** Whether an address is this machine's own, where nothing real can be harmed. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);

const freshNames = (): Facts => ({
  stamp: Date.now().toString(36),
  bvn: `2${String(randomInt(1e10)).padStart(10, '0')}`,
});

/** A webhook address for an emulated bank that has none; it leads nowhere. */
const standIns = (baseUrl: URL): Facts =>
  isLoopback(baseUrl) ? { webhookUrl: 'https://webhook.example/contract-probe' } : {};

const leftOut = ({ movesMoney }: Probe): ReadonlyMap<OperationName, string> =>
  new Map(movesMoney ? [] : [...moneyMoving].map((name) => [name, 'it moves money: --include-money']));

interface RunSettings {
  /** Rows that must not be tried, and why. */
  readonly leftOut: ReadonlyMap<OperationName, string>;
  /** Longest wait for one state of the bank. */
  readonly patienceMs: number;
  readonly log: Log;
  readonly exchanges: Exchanges;
}

/** No request under the base address was ever answered. */
export class CannotReach extends Error {
  constructor(cause: string) {
    super(`Nothing answers under the base address (${cause}).`);
  }
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
const PAUSE_GROWTH = 1.5;

/** Takes the steps of a plan in order, and notes what each reply shows about its row. */
class PlanRunner {
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

  /** Repeats a step until it is complete; otherwise returns the obstacle. */
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

  /** Notes a reply, unless it is a refusal that means "later": that shows nothing about the row. */
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

/** Whether a step is complete; some states take time, others can no longer come. */
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

/** The facts of a run so far, and the reasons why others are missing. */
class Knowledge {
  private readonly learned: Partial<Record<Fact, string>> = {};
  private readonly absent = new Map<Fact, string>();

  constructor(
    /** Known before the first request; no reply changes it. */
    private readonly given: Facts,
    /** Used for facts that no reply provides. */
    private readonly otherwise: Facts,
  ) {}

  /** The reason why a step cannot be taken yet; `undefined` if it can. */
  missingBefore(step: Step): string | undefined {
    const missing = needsOf(step).find((fact) => this.all[fact] === undefined);
    return missing && (this.absent.get(missing) ?? `nothing gave ${missing}`);
  }

  inputOf(step: Step): object {
    return step.input(this.all as Known);
  }

  /** Learns a step's facts from its input and the body of its reply. */
  learn({ row, learns = {} }: Step, input: object, body: unknown): void {
    const source = { ...(body as object), input };
    for (const [fact, path] of Object.entries(learns)) {
      const value = valueAt(source, path.split('.'));
      if (typeof value === 'string' && value !== '') this.learned[fact as Fact] = value;
      else this.absent.set(fact as Fact, `${row} gave no ${path}`);
    }
  }

  /** Notes that a step was not completed, so its facts stay unknown. */
  miss(step: Step, why: string): void {
    for (const fact of givesOf(step)) this.absent.set(fact, `${step.row}: ${why}`);
  }

  private get all(): Facts {
    return { ...this.otherwise, ...this.learned, ...this.given };
  }
}
