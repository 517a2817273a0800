/** What the command line ends with. */
export const exitCodes = {
  ok: 0,
  refused: 1,
  usage: 2,
  unreachable: 3,
  timedOut: 4,
  interrupted: 130,
} as const;

/** Ends a command early. The message is a sentence for the person who typed it. */
export class StarterError extends Error {
  override readonly name = 'StarterError';

  constructor(
    readonly ending: Exclude<keyof typeof exitCodes, 'ok'>,
    message: string,
  ) {
    super(message);
  }
}
