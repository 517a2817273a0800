import type { z } from 'zod';

/** A failed parse's complaints, a line each: the field's path and the expected value, never the given one. */
export function inputProblems(error: z.ZodError): string[] {
  return error.issues.map((issue) => {
    const path = issue.path.join('.');
    const complaint =
      issue.code === 'unrecognized_keys' ? `unknown fields: ${issue.keys.join(', ')}` : issue.message;
    return path === '' || complaint.startsWith(path) ? complaint : about(path, complaint);
  });
}

/** Replaces the bank's field names in a complaint with those of the person's file. */
function about(path: string, complaint: string): string {
  const [, rest] = /^[\w.]+ ((?:is|must|may) .*)$/.exec(complaint) ?? [];
  return rest === undefined ? `${path}: ${complaint.replace(/^Invalid \w+: /, '')}` : `${path} ${rest}`;
}
