/** The act is not valid. The message is a sentence for its sender. */
export class ActRefused extends Error {
  override readonly name = 'ActRefused';
}

/** Runs a check, and turns its refusal into another error; any error that is no refusal stays as it is. */
export async function refusedAs<R>(turned: (sentence: string) => Error, check: () => R | Promise<R>) {
  try {
    return await check();
  } catch (error) {
    throw error instanceof ActRefused ? turned(error.message) : error;
  }
}
