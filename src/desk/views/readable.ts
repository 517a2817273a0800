import { z } from 'zod';
import { inputProblems } from '../../input/problems';
import type { ListedCase } from '../../records/projection/list';
import type { Unreadable } from '../contract/fields';

/** The rows that the contract takes. A case that makes none is told by itself: it never takes the list away. */
export function readable<S extends z.ZodType>(
  schema: S,
  listed: readonly ListedCase[],
  rowsOf: (one: ListedCase) => readonly z.input<S>[],
) {
  const [rows, unreadable]: [z.output<S>[], Unreadable[]] = [[], []];
  for (const one of listed) {
    try {
      rows.push(...rowsOf(one).map((row) => schema.parse(row)));
    } catch (error) {
      const { kind, reference } = one;
      const why = error instanceof z.ZodError ? inputProblems(error).join('; ') : 'its copy is damaged';
      unreadable.push({ kind, reference, why });
    }
  }
  return { rows, unreadable };
}
