/** The recent answers of reads, in this process alone. Bounded: the least recently used goes first. */
export class LruCache<T = unknown> {
  private readonly answers = new Map<string, { readonly data: T; readonly readAtMs: number }>();

  constructor(private readonly capacity = 5_000) {}

  keep(key: string, data: T, readAtMs: number): void {
    this.answers.delete(key);
    this.answers.set(key, { data, readAtMs });
    for (const oldest of this.answers.keys()) {
      if (this.answers.size <= this.capacity) break;
      this.answers.delete(oldest);
    }
  }

  /** An answer that was read at `sinceMs` or later. */
  recall(key: string, sinceMs: number) {
    const answer = this.answers.get(key);
    if (!answer || answer.readAtMs < sinceMs) return undefined;
    this.answers.delete(key);
    this.answers.set(key, answer);
    return answer;
  }

  forget(key: string): void {
    this.answers.delete(key);
  }
}
