import type { z } from 'zod';

/** Every complaint of a failed parse, a line each: the field's path and what was expected. Values are not repeated. */
export function inputProblems(error: z.ZodError): string[] {
  return error.issues.map((issue) => {
    const path = issue.path.join('.');
    const complaint =
      issue.code === 'unrecognized_keys' ? `unknown fields: ${issue.keys.join(', ')}` : issue.message;
    return path === '' || complaint.startsWith(path) ? complaint : about(path, complaint);
  });
}

/** The contract's complaints carry the bank's names of fields; people look for those of their file. */
function about(path: string, complaint: string): string {
  const [, rest] = /^[\w.]+ ((?:is|must|may) .*)$/.exec(complaint) ?? [];
  return rest === undefined ? `${path}: ${complaint.replace(/^Invalid \w+: /, '')}` : `${path} ${rest}`;
}
