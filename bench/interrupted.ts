/** Ctrl-C ended the bench; the exit code says so. */
export class Interrupted extends Error {
  constructor(readonly exitCode: number) {
    super('interrupted');
  }
}
