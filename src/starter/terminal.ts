/** What was asked for: stdout, so that it can be piped. */
export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Everything else that a person should see: stderr. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`);

/** A result on stdout: as one JSON document, or in words. */
export function printResult(json: boolean | undefined, value: unknown, words: () => string): void {
  print(json ? JSON.stringify(value, null, 2) : words());
}
