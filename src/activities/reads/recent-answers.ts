/** How many answers one process keeps. */
const CAPACITY = 5_000;

/** What reads answered lately, in this process alone. Bounded: what was not used for longest goes first. */
export class RecentAnswers {
  private readonly answers = new Map<string, { readonly data: unknown; readonly readAtMs: number }>();

  constructor(private readonly capacity = CAPACITY) {}

  keep(key: string, data: unknown, readAtMs: number): void {
    this.answers.delete(key);
    this.answers.set(key, { data, readAtMs });
    for (const oldest of this.answers.keys()) {
      if (this.answers.size <= this.capacity) break;
      this.answers.delete(oldest);
    }
  }

  /** An answer that was read at `sinceMs` or later. */
  recall(key: string, sinceMs: number): { readonly data: unknown } | undefined {
    const answer = this.answers.get(key);
    if (!answer) return undefined;
    this.answers.delete(key);
    if (answer.readAtMs < sinceMs) return undefined;
    this.answers.set(key, answer);
    return answer;
  }

  forget(key: string): void {
    this.answers.delete(key);
  }
}
