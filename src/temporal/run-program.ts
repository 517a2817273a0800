/** What a program of ours ends with when it fails. Ends that were asked for: see `interruption`. */
const codes = { failed: 1, wrongUse: 2, unreachable: 3 } as const;

type Kind = new (...args: never[]) => Error;

/** Errors that a person can mend, by how the program ends with them. */
export type Mendable = Readonly<Partial<Record<keyof typeof codes, readonly Kind[]>>>;

/** Runs a program to its exit code. It tells a mendable error in its own sentence, any other with its stack. */
export function runProgram(main: () => Promise<number>, mendable: Mendable): void {
  void main()
    .catch((error: unknown) => explained(error, mendable))
    .then((code) => process.exit(code));
}

function explained(error: unknown, mendable: Mendable): number {
  const ends = Object.keys(codes) as (keyof typeof codes)[];
  const known = ends.find((end) => mendable[end]?.some((kind) => error instanceof kind));
  console.error(error instanceof Error ? (known ? error.message : error.stack) : error);
  return codes[known ?? 'failed'];
}
