/** What was to be sent lacks the proof that it may be. Nothing was sent; the message is a sentence for people. */
export class ProofRefused extends Error {
  override readonly name = 'ProofRefused';

  constructor(why: string) {
    super(`nothing was sent: ${why}`);
  }
}
