import { UnexpectedResponseError } from '../../bank/errors';
import { failureOf } from '../failures';
import { LruCache } from './lru-cache';

/**
 * How often in a row polls got an answer that cannot be read. Their attempts do not tell: a poll comes back for days,
 * and nearly every time with an answer.
 */
export class UnreadableAnswers {
  private readonly inARow = new LruCache<number>();

  /** Asks; an unreadable answer becomes the failure that so many of them in a row are. */
  async counted<R>(key: string, ask: () => Promise<R>): Promise<R> {
    try {
      const answer = await ask();
      this.inARow.forget(key);
      return answer;
    } catch (error) {
      throw error instanceof UnexpectedResponseError ? this.next(key, error) : error;
    }
  }

  private next(key: string, error: UnexpectedResponseError) {
    const attempt = (this.inARow.recall(key, -Infinity)?.data ?? 0) + 1;
    const failure = failureOf(error, { effect: 'none', attempt });
    if (failure.nonRetryable) this.inARow.forget(key);
    else this.inARow.keep(key, attempt, 0);
    return failure;
  }
}
