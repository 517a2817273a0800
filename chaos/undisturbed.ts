import type { Arena } from './arena';
import { committedFor, type Outcome } from './effects';
import type { Subject } from './subjects';

/** Runs something while nothing goes wrong: the model for all that is attacked. */
export async function undisturbed({ sandbox }: Arena, subject: Subject): Promise<Outcome> {
  return { end: await subject.run(), entries: committedFor(sandbox.world, subject) };
}
