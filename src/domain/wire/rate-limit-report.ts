/** The bank's rate limit as one worker sees it. Counts of calls, real milliseconds. */
export interface RateLimitReport {
  /** Of the worker that answers; each keeps its own count. */
  readonly worker: string;
  readonly policies: readonly PolicyReport[];
  /** Of the current window, by this worker. */
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
