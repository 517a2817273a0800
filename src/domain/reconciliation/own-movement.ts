/** Money that we know to have left an account, or to be about to leave it. */
export interface OwnMovement {
  readonly reference: string;
  /** RUNNING: not settled yet. STOPPED: ended from outside, so that no workflow follows it. */
  readonly status: 'SUCCESS' | 'FAILED' | 'REVERSED' | 'CANCELLED' | 'RUNNING' | 'STOPPED';
  readonly amountKobo: number;
  readonly feeKobo?: number | undefined;
  /** The bank's own reference of the debit. */
  readonly uniqueRef?: string | undefined;
  /** The account it leaves; absent where only the statement tells. */
  readonly account?: string | undefined;
  /** Business time, ISO 8601. */
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
}
