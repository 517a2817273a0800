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

/** Parses the JSON of a setting or a file. @throws the error that is made of a problem */
export function jsonIn(text: string, refused: (problems: readonly string[]) => Error): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refused(['it is not JSON']);
  }
}

/** Replaces the bank's field names in a complaint with those of the person's file. */
function about(path: string, complaint: string): string {
  const [, rest] = /^[\w.]+ ((?:is|must|may) .*)$/.exec(complaint) ?? [];
  return rest === undefined ? `${path}: ${complaint.replace(/^Invalid \w+: /, '')}` : `${path} ${rest}`;
}
