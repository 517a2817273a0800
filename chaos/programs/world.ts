import { adoptPayout } from '../../src/cases/start';
import { readingsOf } from '../../sandbox/readings/dimensions';
import type { ReconciliationReport } from '../../src/domain/reconciliation/report';
import { reportQuery } from '../../src/domain/wire/messages';
import { caseId } from '../../src/domain/wire/workflow-ids';
import type { Evidence } from './evidence';
import { bankActs, borrowersPay, settleForGood } from './bank-acts';
import { Followed } from './followed';
import { Scene, type Surroundings } from './scene';
import { beginningOf, type Beginning } from './inputs';
import { help } from './helping';
import { comparisonOf, jobsOfNight } from './nights';
import { commandsOf, helpFor, REMARKS, said } from './people';
import type { PlannedCase, Program, Step } from './program';

const HOUR = 60;
const DAY = 24 * HOUR;
/** Minutes between two looks at the end: a loan that began last comes to its first due date, one paid early to its last. */
const LOOKS = [
  5,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  14 * HOUR,
  ...[1, 1, 1, 2, 3, 3, 4, 4, 5, 5, 5, 5, 30, 30].map((days) => days * DAY),
];
/** The usual reading of them. */
const [READABLE_DATES] = readingsOf('dates');
/** From here on borrowers pay by transfer whatever they owe. */
const BORROWERS_PAY_AT = 6;

/** A case that was begun, and how. */
interface Begun {
  readonly place: number;
  readonly beginning: Beginning;
  readonly followed: Followed;
}

/** One program's bank, people and machines. */
export class World {
  private readonly begun: Begun[] = [];
  private readonly others = new Map<string, Followed>();
  private readonly foreign: string[] = [];
  /** The steps so far; what a person said by chance has a name. */
  readonly played: Step[] = [];
  private late: (() => Promise<void>)[] = [];
  private said = 0;
  private nights = 0;
  readonly scene: Scene;

  constructor(
    readonly program: Program,
    private readonly tag: string,
    private readonly surroundings: Surroundings,
  ) {
    this.scene = new Scene(program, tag, surroundings, () => this.endStuck());
  }

  private get followed(): Followed[] {
    return [...this.begun.map(({ followed }) => followed), ...this.others.values()];
  }

  private async endStuck(): Promise<boolean> {
    return (await Promise.all(this.followed.map((one) => one.endIfStuck()))).includes(true);
  }

  /** Carries out a program, lets everything get well again, and tells what there is to judge. */
  async run(): Promise<Evidence> {
    await this.scene.open();
    try {
      for (const step of this.program.steps) {
        this.played.push(step);
        await this.take(step);
      }
      await this.finish();
      return await this.evidence();
    } finally {
      await Promise.all(this.followed.map((one) => one.leave()));
      await this.scene.close();
    }
  }

  private async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'start':
        return this.start(step.case);
      case 'wait':
        return this.wait(step.minutes);
      case 'tell':
        return this.tell(step);
      case 'oblige':
        return this.oblige(step.case);
      case 'bank':
        this.actAtBank(step);
        return;
      case 'break':
        this.scene.bank.faults.plant(step.fault);
        return;
      case 'mend':
        this.scene.bank.faults.remove();
        return;
      case 'lose':
        this.scene.workers.lose(step.results, step.how);
        return;
      case 'database':
        this.scene.workers.isDatabaseAway = true;
        await this.wait(step.minutes);
        this.scene.workers.isDatabaseAway = false;
        return;
      case 'terminate':
        return this.terminate(step);
      case 'stricter':
        this.scene.workers.beStricter(step.approvals);
        this.scene.hireAnew();
        return;
      case 'night':
        return this.night();
    }
  }

  private async start(place: number): Promise<void> {
    const plan = this.program.cases[place];
    if (!plan || this.begun.some((one) => one.place === place)) return;
    this.scene.present();
    const beginning = beginningOf(plan, place, this.tag, this.scene.bank);
    const followed = this.follow(beginning.workflowId, beginning.reference);
    this.begun.push({ place, beginning, followed });
    for (const row of beginning.rows) this.alsoFollow(caseId('payout', row), row);
    await this.scene.start(beginning);
  }

  private follow(workflowId: string, reference: string): Followed {
    this.scene.index.add(workflowId);
    return new Followed(workflowId, reference, this.scene.client, this.scene.time);
  }

  private alsoFollow(workflowId: string, reference: string): void {
    if (!this.others.has(workflowId)) this.others.set(workflowId, this.follow(workflowId, reference));
  }

  private async tell({
    case: place,
    command,
    person,
    choice,
    again,
  }: Extract<Step, { do: 'tell' }>): Promise<void> {
    const one = this.addressed(place, choice);
    const now = one && (await one.look());
    if (!one || !now) return;
    const all = (choice === 5 ? commandsOf(now.kind) : now.commands).filter(
      (each) => choice > 3 || !REMARKS.includes(each),
    );
    const name = typeof command === 'string' ? command : all[Math.floor(command * all.length)];
    const words = name === undefined ? undefined : said(name, now, this.scene.bank, { person, choice });
    if (!words) return;
    this.played.push({ ...this.played.pop()!, command: words.command } as Step);
    const requestId = `request-${++this.said}`;
    await one.tell(words, requestId);
    if (again === 'atOnce') await one.tell(words, requestId);
    if (again === 'late') this.late.push(() => one.tell(words, `${requestId}-late`));
  }

  private async oblige(place: number): Promise<void> {
    const one = this.begun.find((begun) => begun.place === place)?.followed;
    const now = await one?.look();
    const words = now && !now.ended ? helpFor(now, this.scene.bank, () => 0) : undefined;
    if (words)
      await one?.tell({ ...words, actor: `${words.role}-${10 + (this.said % 5)}` }, `request-${++this.said}`);
  }

  /** What was put off is said late, once time has passed. */
  private async wait(minutes: number): Promise<void> {
    await this.scene.wait(minutes);
    const late = this.late;
    this.late = [];
    for (const act of late) await act();
  }

  /** A case, or a row of a batch. */
  private addressed(place: number, choice: number): Followed | undefined {
    const begun = this.begun.find((one) => one.place === place);
    const row = begun?.beginning.rows[choice - 3];
    return row === undefined ? begun?.followed : this.others.get(caseId('payout', row));
  }

  private actAtBank({ act, case: place, share }: Extract<Step, { do: 'bank' }>): void {
    this.scene.present();
    const begun = this.begun.find((one) => one.place === place);
    const references = begun ? [begun.beginning.reference, ...begun.beginning.rows] : [];
    const foreign = bankActs[act](this.scene.bank, references, share);
    if (foreign) this.foreign.push(foreign.uniqueRef);
  }

  private async terminate({ case: place, then }: Extract<Step, { do: 'terminate' }>): Promise<void> {
    const begun = this.begun.find((one) => one.place === place);
    const kind = this.program.cases[place]?.kind;
    const isFenced = this.surroundings.records !== undefined;
    if (!begun || (kind !== 'payout' && kind !== 'flush') || (then === 'restore' && !isFenced)) return;
    const now = await begun.followed.look();
    if (!now || (now.ended && then === 'adopt')) return;
    const { beginning, followed } = begun;
    await this.scene.index.look(beginning.workflowId);
    if (!now.ended) await followed.terminate();
    if (then === 'restore') {
      followed.forget();
      return this.scene.start(beginning);
    }
    followed.forgetHolds();
    const words = { actor: 'supervisor-7', role: 'supervisor', reason: 'INCIDENT' } as const;
    await adoptPayout(this.scene.client, kind, beginning.reference, words).catch(
      () => (followed.isStopped = true),
    );
  }

  /** What runs every night: the backfill of missed events, and the comparison of the day. */
  private async night(): Promise<void> {
    const night = `${this.tag}-${++this.nights}`;
    const { backfill, compare } = jobsOfNight(night);
    await this.scene.start(backfill);
    await this.scene.start(compare);
    this.alsoFollow(compare.workflowId, `nightly-${night}`);
  }

  /** Bank and machines are well again, a cooperative operator does what attention says, and borrowers pay at last. */
  private async finish(): Promise<void> {
    for (const one of this.followed) await one.look();
    this.scene.workers.lose(0, 'killed');
    this.scene.bank.faults.remove();
    this.scene.readings.choose({
      unreadableReply: 'never',
      notRegistered: 'documented-words',
      dates: READABLE_DATES,
    });
    this.scene.bank.rules.add({
      ...{ subject: 'payout', when: {} },
      then: { refusal: undefined, ends: 'SUCCESS', reversedAfterSeconds: undefined } as never,
    });
    for (const [place, minutes] of LOOKS.entries()) {
      this.scene.present();
      settleForGood(this.scene.bank);
      if (place === BORROWERS_PAY_AT) borrowersPay(this.scene.bank);
      if (minutes === DAY) await this.night();
      await this.wait(minutes);
      for (const one of this.followed) await help(one, this.scene.bank, () => `help-${++this.said}`);
      if (place > BORROWERS_PAY_AT + 2 && this.followed.every(({ isOver, snapshot }) => isOver || !snapshot))
        break;
    }
  }

  private async evidence(): Promise<Evidence> {
    const comparison = await this.compareAll();
    await this.followThrough();
    const cases = (await Promise.all(this.followed.map((one) => one.evidence(this.planOf(one))))).flatMap(
      (one) => one ?? [],
    );
    const { bank } = this.scene;
    return {
      nowMs: this.scene.time.nowMs,
      committed: bank.committed.list(),
      payouts: bank.payouts.all(),
      loans: bank.loans.all(),
      accounts: bank.accounts.all(),
      charges: this.scene.charges,
      asked: this.scene.workers.asked,
      written: this.scene.workers.written,
      applications: bank.applications.all(),
      foreign: this.foreign,
      comparison,
      cases,
      perAccountKobo: this.surroundings.records && this.program.policy.perAccountKobo,
      staleMs: 15 * 60_000,
    };
  }

  /** What the last comparison has opened again comes to an end, too. */
  private async followThrough(): Promise<void> {
    for (const minutes of [0, 5, HOUR, DAY]) {
      if (minutes > 0) await this.wait(minutes);
      for (const one of this.followed) await help(one, this.scene.bank, () => `help-${++this.said}`);
      if (this.followed.every(({ isOver, snapshot }) => isOver || !snapshot)) return;
    }
  }

  private planOf(one: Followed): PlannedCase | undefined {
    return this.program.cases[this.begun.find(({ followed }) => followed === one)?.place ?? -1];
  }

  /** One comparison of all days of the program. */
  private async compareAll(): Promise<ReconciliationReport | undefined> {
    if (this.scene.bank.payouts.all().length === 0 && this.foreign.length === 0) return undefined;
    const whole = comparisonOf(`whole-${this.tag}`, 200);
    await this.scene.start(whole);
    await this.wait(20);
    const handle = this.scene.client.workflow.getHandle(whole.workflowId);
    const report = await handle.query(reportQuery).catch(() => undefined);
    await handle.terminate().catch(() => undefined);
    return report;
  }
}
