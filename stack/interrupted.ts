/** A signal interrupted the program; `exitCode` is that of `interruption`. */
export class Interrupted extends Error {
  constructor(readonly exitCode: number) {
    super('interrupted');
  }
}
