import { isPlenty, planRead, type ReadPlan } from '../../domain/read-plan';
import type { CallLimits } from '../../service/exchange';
import type { ReadKind, ReadPace } from './read-pace';
import { RecentAnswers } from './recent-answers';

/** What one look showed: the end of the wait, what is still so, or that only a read of its own can tell. */
export type Look<T> = { readonly settled: T } | { readonly still: string } | { readonly unclear: true };

/** One page of a list: what it showed, by key. */
export interface Page<F> {
  readonly facts: ReadonlyMap<string, F>;
  readonly isLast: boolean;
}

/** How news of one kind are read: one by one, and where there is a list, a page at a time (from 1). */
export interface Source<F> {
  readonly kind: ReadKind;
  single(key: string, limits: CallLimits): Promise<F>;
  page?(page: number, limits: CallLimits): Promise<Page<F>>;
}

/** Somebody who comes to look. Real milliseconds. */
export interface Question<F, T> {
  readonly key: string;
  readonly judge: (fact: F) => Look<T>;
  /** Since the wait began: nothing older says anything about it. */
  readonly waitedMs: number;
  /** When to look again by the cadence, when nothing is settled. */
  readonly delayMs: number;
  readonly isUrged: boolean;
}

/** The end of a wait, or what is still so and when to look again. */
export type Outcome<T> =
  | { readonly settled: T }
  | { readonly still: string; readonly delayMs: number; readonly lacksBudget: boolean };

/** One that is waited for. Instants are those of the pace's clock. */
interface Awaited {
  readonly sinceMs: number;
  dueAtMs: number;
  /** When its next attempt should come; it may have gone to another process, or ended. */
  backAtMs: number;
  /** Pages do not show it, or not clearly. */
  isAlone: boolean;
}

interface Round {
  readonly begunAtMs: number;
  pages: number;
}

/** What is known is new enough when its age is below this share of the next wait. */
const NEW_ENOUGH = 1 / 4;
/** Whoever is so late does not come back here. */
const GRACE_MS = 30_000;
/** After so many rounds that showed nothing of what is awaited, the list is not asked for a while. */
const ROUNDS_IN_VAIN = 2;

/** How far apart pages of one list lie at least, and how long a list that shows nothing is left alone. */
export interface PageTiming {
  readonly spacingMs: () => number;
  readonly vainPauseMs: number;
}

/**
 * What is awaited of one kind, what was read about it lately, and how to read more: alone by a single read, several
 * by pages. Lives in one worker process; what another one read is read again.
 */
export class Outlook<F> {
  private readonly awaited = new Map<string, Awaited>();
  private readonly facts = new RecentAnswers<F>();
  private round: Round | undefined;
  private lastPageAtMs = -Infinity;
  private roundsInVain = 0;
  private tidiedAtMs = -Infinity;
  private pageUnderWay:
    { readonly done: Promise<void>; readonly signal: AbortSignal | undefined } | undefined;

  constructor(
    private readonly source: Source<F>,
    private readonly pace: ReadPace,
    private readonly timing: PageTiming,
    private readonly now: () => number,
  ) {}

  /** Somebody will come to look, after `delayMs`. */
  expect(key: string, delayMs: number): void {
    const backAtMs = this.now() + delayMs;
    this.awaited.set(key, {
      sinceMs: this.now(),
      dueAtMs: backAtMs,
      backAtMs,
      isAlone: false,
    });
  }

  /** Settles by what is known, reads what the plan says, or tells when to come again. */
  async look<T>(question: Question<F, T>, limits: CallLimits): Promise<Outcome<T>> {
    const { key } = question;
    const awaited = this.arrived(key);
    const startedMs = this.now();
    for (let { isUrged } = question; ; isUrged = false) {
      const seen = this.seen(question, awaited, startedMs);
      if (seen && 'settled' in seen) {
        this.forget(key);
        return seen;
      }
      const plan = planRead(this.prospect(awaited, seen?.isNew ?? false, isUrged));
      if (plan.read === 'none') return this.leave(question, awaited, plan, seen?.still);
      if (plan.read === 'page') await this.readPage(limits);
      else await this.readSingle(key, awaited, limits);
    }
  }

  private arrived(key: string): Awaited {
    this.forgetLost();
    if (!this.awaited.has(key)) this.expect(key, 0);
    const awaited = this.awaited.get(key) as Awaited;
    awaited.dueAtMs = Math.min(awaited.dueAtMs, this.now());
    awaited.backAtMs = this.now();
    return awaited;
  }

  private seen<T>({ key, judge, waitedMs, delayMs }: Question<F, T>, awaited: Awaited, startedMs: number) {
    const fact = this.facts.recall(key, startedMs - waitedMs);
    const look = fact && judge(fact.data);
    if (!look || 'settled' in look) return look;
    if ('unclear' in look) {
      awaited.isAlone = true;
      return undefined;
    }
    return { ...look, isNew: fact.readAtMs >= startedMs - delayMs * NEW_ENOUGH };
  }

  private prospect(awaited: Awaited, isKnown: boolean, isUrged: boolean) {
    const { source, pace } = this;
    const isPaged = source.page !== undefined;
    const pageAtMs = this.round ? -Infinity : this.lastPageAtMs + this.timing.spacingMs();
    return {
      isKnown,
      isUrged,
      isPlenty: isPlenty(pace.thrift),
      hasRoom: pace.hasRoom,
      isListed: isPaged && !awaited.isAlone && !this.isInVain(),
      outstanding: this.countListed(2),
      pageInMs: Math.max(0, pageAtMs - this.now()),
      slotInMs: {
        single: pace.slotInMs(source.kind, awaited),
        page: this.round && pace.hasRoom ? 0 : pace.slotInMs(source.kind, source),
      },
    };
  }

  private leave<T>(
    { delayMs }: Question<F, T>,
    awaited: Awaited,
    plan: ReadPlan & { read: 'none' },
    still = 'not asked yet',
  ): Outcome<T> {
    const isKnown = plan.reason === 'known';
    if (plan.reason === 'no slot')
      this.pace.sendAway(this.source.kind, plan.instead === 'page' ? this.source : awaited);
    if (isKnown) awaited.dueAtMs = this.now() + delayMs;
    const waitMs = isKnown ? delayMs : plan.waitMs;
    awaited.backAtMs = this.now() + waitMs;
    return { still, delayMs: waitMs, lacksBudget: !isKnown };
  }

  private async readSingle(key: string, awaited: Awaited, limits: CallLimits) {
    this.pace.take(this.source.kind, awaited);
    const readAtMs = this.now();
    this.facts.keep(key, await this.source.single(key, limits), readAtMs);
  }

  /** A page that is under way serves all who want one. */
  private async readPage(limits: CallLimits): Promise<void> {
    const joined = this.pageUnderWay;
    if (joined)
      return joined.done.catch((error: unknown) => {
        // Whoever asked was cancelled; that is no answer for the others.
        if (!joined.signal?.aborted) throw error;
      });
    const done = this.nextPage(limits).finally(() => (this.pageUnderWay = undefined));
    this.pageUnderWay = { done, signal: limits.signal };
    return done;
  }

  private async nextPage(limits: CallLimits): Promise<void> {
    this.pace.take(this.source.kind, this.source);
    const readAtMs = (this.lastPageAtMs = this.now());
    const round = (this.round ??= { begunAtMs: readAtMs, pages: 0 });
    const page = await this.source.page?.(round.pages + 1, limits);
    if (!page) return;
    round.pages += 1;
    for (const [key, fact] of page.facts) this.facts.keep(key, fact, readAtMs);
    this.closeRoundUnlessWorthwhile(round, page);
  }

  /** Reading on is worth it while it costs less than reading one by one what was not shown. */
  private closeRoundUnlessWorthwhile(round: Round, { facts, isLast }: Page<F>) {
    const shown = [...this.awaited].filter(([key]) => facts.has(key));
    for (const [, awaited] of shown) awaited.isAlone = false;
    const missed = this.missedBy(round);
    if (!isLast && shown.length > 0 && missed.length > round.pages) return;
    for (const awaited of missed) awaited.isAlone = true;
    this.roundsInVain = shown.length > 0 ? 0 : this.roundsInVain + 1;
    this.round = undefined;
  }

  private missedBy({ begunAtMs }: Round): Awaited[] {
    return [...this.awaited]
      .filter(
        ([, { isAlone, sinceMs, dueAtMs }]) => !isAlone && sinceMs <= begunAtMs && dueAtMs <= this.now(),
      )
      .filter(([key]) => !this.facts.recall(key, begunAtMs))
      .map(([, awaited]) => awaited);
  }

  /** Those who did not come back: they ended, or ask in another process now. Nobody reads on for them either. */
  private forgetLost() {
    if (this.now() - this.tidiedAtMs < GRACE_MS) return;
    this.tidiedAtMs = this.now();
    for (const [key, { backAtMs }] of this.awaited) if (backAtMs + GRACE_MS < this.now()) this.forget(key);
    if (this.round && !this.pageUnderWay && this.missedBy(this.round).length === 0) this.round = undefined;
  }

  private forget(key: string) {
    const awaited = this.awaited.get(key);
    if (awaited) this.pace.leave(this.source.kind, awaited);
    this.awaited.delete(key);
  }

  /** How many are expected back whom pages may show, counted no further than `enough`. */
  private countListed(enough: number): number {
    let count = 0;
    for (const { isAlone, backAtMs } of this.awaited.values())
      if (!isAlone && backAtMs + GRACE_MS >= this.now() && ++count >= enough) break;
    return count;
  }

  /** A page that is under way costs no more, whatever it shows. */
  private isInVain(): boolean {
    if (this.pageUnderWay) return false;
    return this.roundsInVain >= ROUNDS_IN_VAIN && this.now() - this.lastPageAtMs < this.timing.vainPauseMs;
  }
}
