/** The exit codes of all programs. */
export const exitCodes = {
  ok: 0,
  refused: 1,
  usage: 2,
  unreachable: 3,
  timedOut: 4,
  /** A fault of the command line itself (`EX_SOFTWARE` of `sysexits.h`). */
  internal: 70,
  interrupted: 130,
} as const;

/** An error of ours that a person can mend: its message says how, and its kind is the program's exit code. */
interface MendableError extends Error {
  readonly kind: Exclude<keyof typeof exitCodes, 'ok'>;
}

export const isMendable = (error: unknown): error is MendableError =>
  error instanceof Error && exitCodes[(error as MendableError).kind] > 0;
