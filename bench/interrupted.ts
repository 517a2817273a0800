/** Somebody ended the bench by Ctrl-C; the exit code says so. */
export class Interrupted extends Error {
  constructor(readonly exitCode: number) {
    super('interrupted');
  }
}
