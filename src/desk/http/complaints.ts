import type { z } from 'zod';

/** Messages for fields whose schemas have none of their own, so that no caller reads the library's words. */
export function plainly(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'must be given'
        : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`;
    case 'too_big':
      return bounded('at most', issue.maximum, issue.origin);
    case 'too_small':
      return bounded('at least', issue.minimum, issue.origin);
    case 'invalid_format':
      return FORMATS[issue.format] ?? `must be written as ${issue.pattern ?? issue.format}`;
    case 'unrecognized_keys':
      return `unknown fields: ${issue.keys.join(', ')}`;
    default:
      return 'is not as the document of the interface says';
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const FORMATS: Readonly<Record<string, string>> = {
  date: 'must be a day, such as 2026-01-31',
  datetime: 'must be an instant in UTC, such as 2026-01-31T08:30:00Z',
};

const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };

function bounded(bound: string, value: number | bigint, origin: string): string {
  const unit = UNITS[origin];
  return unit === undefined ? `must be ${bound} ${value}` : `must have ${bound} ${value} ${unit}`;
}
