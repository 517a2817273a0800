/** The bank's rate limit as the worker sees it that calls the bank. Counts of calls, real milliseconds. */
export interface RateLimitReport {
  /** The worker that calls the bank. */
  readonly worker: string;
  readonly policies: readonly PolicyReport[];
  /** Of the current window, by that worker. */
  readonly calls: readonly CallReport[];
}

interface PolicyReport {
  readonly limit: number;
  readonly windowMs: number;
  readonly remaining: number;
  readonly reserve: number;
  /** Whether a call has opened the current window; `endsInMs` is its whole length otherwise. */
  readonly isOpen: boolean;
  readonly endsInMs: number;
  readonly inFlight: number;
  readonly usedByOthers: number;
}

interface CallReport {
  readonly operation: string;
  readonly urgency: 'urgent' | 'routine';
  readonly calls: number;
  readonly refused: number;
}
