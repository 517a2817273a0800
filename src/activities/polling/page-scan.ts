import type { PageTiming } from './status-sources';

/** After this many scans that showed no status that polls wait for, the list is left alone for a while. */
const UNPRODUCTIVE_SCANS = 2;
/**
 * A scan ends after this many pages in a row without a status that polls wait for: pages begin with the
 * newest, and payouts just sent may fill the first ones before any poll waits for them.
 */
const EMPTY_PAGES = 3;

/** The state of reading a list: page by page from the first, as far as it is worthwhile. */
export class ListScan {
  /** When the scan began that is going on. */
  begunAtMs: number | undefined;
  isUnderWay = false;
  private pages = 0;
  private shown = 0;
  private emptyPages = 0;
  private lastPageAtMs = -Infinity;
  private unproductive = 0;

  constructor(
    private readonly timing: PageTiming,
    private readonly now: () => number,
  ) {}

  /** Whether further pages are to be read. */
  get isOpen(): boolean {
    return this.begunAtMs !== undefined;
  }

  /** Milliseconds until pages are far enough apart; those of one scan need not be. */
  get inMs(): number {
    return this.isOpen ? 0 : Math.max(0, this.lastPageAtMs + this.timing.spacingMs() - this.now());
  }

  /** Whether the list is left alone because it showed nothing. */
  get isUnproductive(): boolean {
    if (this.isUnderWay || this.unproductive < UNPRODUCTIVE_SCANS) return false;
    return this.now() - this.lastPageAtMs < this.timing.unproductivePauseMs;
  }

  /** Begins a page. @returns its number, and when the scan that it belongs to began */
  beginPage(): { readonly page: number; readonly begunAtMs: number } {
    this.lastPageAtMs = this.now();
    this.begunAtMs ??= this.now();
    this.isUnderWay = true;
    return { page: this.pages + 1, begunAtMs: this.begunAtMs };
  }

  /** Ends a page. Reading on is worth it while it costs less than reading the missed statuses one by one. */
  endPage(shown: number, missed: number, isLast: boolean): void {
    this.isUnderWay = false;
    this.pages += 1;
    this.shown += shown;
    this.emptyPages = shown > 0 ? 0 : this.emptyPages + 1;
    if (!isLast && this.emptyPages < EMPTY_PAGES && missed > this.pages) return;
    this.unproductive = this.shown > 0 ? 0 : this.unproductive + 1;
    this.end();
  }

  /** The page could not be read; the same one is read next. */
  failPage(): void {
    this.isUnderWay = false;
  }

  /** Ends the scan: no poll needs another page. */
  end(): void {
    this.begunAtMs = undefined;
    this.pages = 0;
    this.shown = 0;
    this.emptyPages = 0;
  }
}
