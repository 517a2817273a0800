/** The act is not valid. The message is a sentence for its sender. */
export class ActRefused extends Error {
  override readonly name = 'ActRefused';
}
