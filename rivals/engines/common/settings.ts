/** One payout of the list. */
export interface Payout {
  readonly reference: string;
  /** Real milliseconds after the start of the work at which it is wanted. */
  readonly afterMs: number;
  readonly amountKobo: number;
  readonly source: string;
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountNumber: string;
  /** The name on the account, where it is known. */
  readonly accountName?: string;
}

/** What the harness hands to an engine's program, as one JSON file. */
export interface Settings {
  readonly variant: 'idiomatic' | 'careful';
  readonly bank: { readonly url: string; readonly serviceKey: string; readonly apiKey: string };
  /** Calls per window; none with the limit off. */
  readonly limit: { readonly calls: number; readonly windowMs: number } | null;
  /** Business seconds per real second. */
  readonly rate: number;
  /** Business seconds from the send until the first look. */
  readonly firstLookSeconds: number;
  /** With a number, so many payouts run at any time, whatever their instants are. */
  readonly atOnce: number | null;
  readonly payouts: readonly Payout[];
  /** The file that takes a line for each end, and one when the program is ready. */
  readonly endsFile: string;
  /** The file that says when the work starts, once there is one: `{"startMs": …}`. */
  readonly startFile: string;
  /** A folder for the program's own files. */
  readonly folder: string;
  /** Addresses and ports of the engine's server. */
  readonly server: Readonly<Record<string, string>>;
}
