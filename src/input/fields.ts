import { z } from 'zod';
import type { AuthorityState } from '../domain/case/proof';
import type { Clock } from '../domain/time/clock';
import { lagosDayOf } from '../domain/time/lagos-days';
import { seemsPersonal } from '../domain/names/personal-data';
import { REFERENCE_MAX, REFERENCE_PATTERN } from '../domain/wire/references';

/** A reference of ours: it becomes part of a workflow id, so it must not be personal. */
export const reference = (name: string, max = REFERENCE_MAX) =>
  z
    .string({ error: `${name} must be a text` })
    .min(1, { error: `${name} must not be empty` })
    .max(max, { error: `${name} must be at most ${max} characters` })
    .regex(REFERENCE_PATTERN, {
      error: `${name} may hold letters, digits, dots, underscores and hyphens, and starts with a letter or digit`,
    })
    .refine((given) => !seemsPersonal(given), {
      error: `${name} must not hold a phone, account, BVN or NIN number: ids are readable for many`,
    });

/** Which part of the lender looks after a case; people of the others may only look at it. */
export const branch = reference('branch')
  .optional()
  .describe('The branch that looks after it; people of other branches may only look at it at the desk');

/** A day that a person tells of the past. */
export const pastDay = (name: string, day: z.ZodISODate) =>
  day.refine((given) => !/^\d{4}-/.test(given) || given <= lagosDayOf(Date.now()), {
    error: `${name} must not lie in the future`,
  });

/** How business time relates to real time. Left out, the worker's own clock holds: real time in production. */
export const clock = z
  .strictObject({
    rate: z.number().positive().describe('Business seconds per real second'),
    anchor: z
      .strictObject({ realAt: z.iso.datetime(), businessAt: z.iso.datetime() })
      .optional()
      .describe('A real instant and the business instant that belongs to it'),
  })
  .describe('Only for demonstrations and tests: lets business time run faster');

/** An input as a workflow receives it: its clock is settled, and who began it. */
export type WithClock<T extends { clock?: Clock | undefined }> = Omit<T, 'clock'> & {
  clock: Clock;
  /** How it is known who began the case. */
  readonly authority?: AuthorityState;
};
