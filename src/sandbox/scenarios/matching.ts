import { z } from 'zod';

/** Field (a dotted path into the request) to the value it must have; in a text `*` stands for anything. */
export const pattern = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export type Pattern = z.infer<typeof pattern>;

/** Whether all fields of a pattern are found in a request. */
export const matches = (when: Pattern, fields: object): boolean =>
  Object.entries(when).every(([path, expected]) => fits(expected, valueAt(fields, path)));

function valueAt(fields: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      fields,
    );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function fits(expected: Pattern[string], actual: unknown): boolean {
  if (typeof expected !== 'string' || !expected.includes('*')) return String(actual) === String(expected);
  const parts = expected.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'is').test(String(actual));
}
