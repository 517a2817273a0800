import { isPlenty, planRead, type ReadPlan } from '../../domain/read-plan';
import type { CallLimits } from '../../service/exchange';
import { AllAwaited, type Awaited } from './awaited';
import { PageRounds } from './page-rounds';
import type { ReadPace } from './read-pace';
import { RecentAnswers } from './recent-answers';
import type { PageTiming, Source } from './source';

/** What one look showed: the end of the wait, what is still so, or that only a read of its own can tell. */
export type Look<T> = { readonly settled: T } | { readonly still: string } | { readonly unclear: true };

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

/** What is known is new enough when its age is below this share of the next wait. */
const NEW_ENOUGH = 1 / 4;

/**
 * What is awaited of one kind, what was read about it lately, and how to read more: alone by a single read, several
 * by pages. Lives in one worker process; what another one read is read again.
 */
export class Outlook<F> {
  private readonly facts = new RecentAnswers<F>();
  private readonly awaited: AllAwaited;
  private readonly pages: PageRounds<F>;

  constructor(
    private readonly source: Source<F>,
    private readonly pace: ReadPace,
    timing: PageTiming,
    private readonly now: () => number,
  ) {
    this.awaited = new AllAwaited(now, (awaited) => {
      pace.leave(source.kind, awaited);
    });
    this.pages = new PageRounds(source, this.awaited, this.facts, timing, now);
  }

  /** Somebody will come to look, after `delayMs`. */
  expect(key: string, delayMs: number): void {
    this.awaited.expect(key, delayMs);
  }

  /** Settles by what is known, reads what the plan says, or tells when to come again. */
  async look<T>(question: Question<F, T>, limits: CallLimits): Promise<Outcome<T>> {
    const { key } = question;
    if (this.awaited.forgetLost()) this.pages.endIfNobodyIsMissed();
    const awaited = this.awaited.arrived(key);
    const startedMs = this.now();
    for (let { isUrged } = question; ; isUrged = false) {
      const seen = this.seen(question, awaited, startedMs);
      if (seen && 'settled' in seen) {
        this.awaited.forget(key);
        return seen;
      }
      const plan = planRead(this.prospect(awaited, seen?.isNew ?? false, isUrged));
      if (plan.read === 'none') return this.leave(question, awaited, plan, seen?.still);
      if (plan.read === 'page') await this.readPage(limits);
      else await this.readSingle(key, awaited, limits);
    }
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
    const { source, pace, pages } = this;
    return {
      isKnown,
      isUrged,
      isPlenty: isPlenty(pace.thrift),
      hasRoom: pace.hasRoom,
      isListed: source.page !== undefined && !awaited.isAlone && !pages.isInVain,
      outstanding: this.awaited.countListed(2),
      pageInMs: pages.inMs,
      slotInMs: {
        single: pace.slotInMs(source.kind, awaited),
        page: pages.isOpen && pace.hasRoom ? 0 : pace.slotInMs(source.kind, pages),
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
      this.pace.sendAway(this.source.kind, plan.instead === 'page' ? this.pages : awaited);
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

  private readPage(limits: CallLimits): Promise<void> {
    const { source, pace, pages } = this;
    return pages.read(limits, () => {
      pace.take(source.kind, pages);
    });
  }
}
