import type { z } from 'zod';

/** Every complaint of a failed parse, a line each: the field's path and what was expected. Values are not repeated. */
export function inputProblems(error: z.ZodError): string[] {
  return error.issues.map((issue) => {
    const path = issue.path.join('.');
    const complaint =
      issue.code === 'unrecognized_keys' ? `unknown fields: ${issue.keys.join(', ')}` : issue.message;
    return path === '' || complaint.startsWith(path) ? complaint : `${path}: ${complaint}`;
  });
}
