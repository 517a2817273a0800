import { z } from 'zod';
import type { AuthorityState } from '../domain/case/proof';
import type { Clock } from '../domain/time/clock';
import { lagosDayOf } from '../domain/time/lagos-days';
import { seemsPersonal } from '../domain/names/personal-data';
import { REFERENCE_MAX, REFERENCE_PATTERN } from '../domain/wire/references';

/** A reference of ours: it becomes part of a workflow id, so it must not hold personal data. */
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

/** The branch of the lender that looks after a case; people of other branches may only view it. */
export const branch = reference('branch')
  .optional()
  .describe('The branch that looks after it; people of other branches may only look at it at the desk');

/** A day in the past that a person states. */
export const pastDay = (name: string, day: z.ZodISODate) =>
  day.refine((given) => !/^\d{4}-/.test(given) || given <= lagosDayOf(Date.now()), {
    error: `${name} must not lie in the future`,
  });

/** How business time relates to real time. By default the worker's clock holds: real time in production. */
export const clock = z
  .strictObject({
    rate: z.number().positive().describe('Business seconds per real second'),
    anchor: z
      .strictObject({ realAt: z.iso.datetime(), businessAt: z.iso.datetime() })
      .optional()
      .describe('A real instant and the business instant that belongs to it'),
  })
  .describe('Only for demonstrations and tests: lets business time run faster');

/** An input as a workflow receives it: with a clock, and with proof of who started it. */
export type WithClock<T extends { clock?: Clock | undefined }> = Omit<T, 'clock'> & {
  clock: Clock;
  /** The proof of who started the case. */
  readonly authority?: AuthorityState;
};
