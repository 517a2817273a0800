import type { CallLimits } from '../../service/exchange';
import type { AllAwaited, Awaited } from './awaited';
import type { RecentAnswers } from './recent-answers';
import type { Page, PageTiming, Source } from './source';

interface Round {
  readonly begunAtMs: number;
  pages: number;
}

/** After so many rounds that showed nothing of what is awaited, the list is not asked for a while. */
const ROUNDS_IN_VAIN = 2;

/** Reads a list from its first page on, as far as it is worthwhile: what a page shows settles all who wait for it. */
export class PageRounds<F> {
  private round: Round | undefined;
  private lastPageAtMs = -Infinity;
  private roundsInVain = 0;
  private underWay: { readonly done: Promise<void>; readonly signal: AbortSignal | undefined } | undefined;

  constructor(
    private readonly source: Source<F>,
    private readonly awaited: AllAwaited,
    private readonly facts: RecentAnswers<F>,
    private readonly timing: PageTiming,
    private readonly now: () => number,
  ) {}

  /** Whether further pages of a round are to be read. */
  get isOpen(): boolean {
    return this.round !== undefined;
  }

  /** Milliseconds until pages are far enough apart; those of one round need not be. */
  get inMs(): number {
    return this.round ? 0 : Math.max(0, this.lastPageAtMs + this.timing.spacingMs() - this.now());
  }

  /** Whether the list is left alone because it showed nothing. A page that is under way costs no more. */
  get isInVain(): boolean {
    if (this.underWay) return false;
    return this.roundsInVain >= ROUNDS_IN_VAIN && this.now() - this.lastPageAtMs < this.timing.vainPauseMs;
  }

  /** Reads the next page. One that is under way serves all who want one; `begin` is called for a new one. */
  async read(limits: CallLimits, begin: () => void): Promise<void> {
    const joined = this.underWay;
    if (joined)
      return joined.done.catch((error: unknown) => {
        // Whoever asked was cancelled; that is no answer for the others.
        if (!joined.signal?.aborted) throw error;
      });
    begin();
    const done = this.next(limits).finally(() => (this.underWay = undefined));
    this.underWay = { done, signal: limits.signal };
    return done;
  }

  /** Nobody reads on for those who are lost. */
  endIfNobodyIsMissed(): void {
    if (this.round && !this.underWay && this.missedBy(this.round).length === 0) this.round = undefined;
  }

  private async next(limits: CallLimits): Promise<void> {
    const readAtMs = (this.lastPageAtMs = this.now());
    const round = (this.round ??= { begunAtMs: readAtMs, pages: 0 });
    const page = await this.source.page?.(round.pages + 1, limits);
    if (!page) return;
    round.pages += 1;
    for (const [key, fact] of page.facts) this.facts.keep(key, fact, readAtMs);
    this.endUnlessWorthwhile(round, page);
  }

  /** Reading on is worth it while it costs less than reading one by one what was not shown. */
  private endUnlessWorthwhile(round: Round, { facts, isLast }: Page<F>) {
    const shown = this.awaited.among(facts);
    for (const awaited of shown) awaited.isAlone = false;
    const missed = this.missedBy(round);
    if (!isLast && shown.length > 0 && missed.length > round.pages) return;
    for (const awaited of missed) awaited.isAlone = true;
    this.roundsInVain = shown.length > 0 ? 0 : this.roundsInVain + 1;
    this.round = undefined;
  }

  private missedBy({ begunAtMs }: Round): Awaited[] {
    return this.awaited.missedSince(begunAtMs, (key) => this.facts.recall(key, begunAtMs) !== undefined);
  }
}
