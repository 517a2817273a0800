import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { z } from 'zod';
import { readingsSchema, type ChosenReadings } from './readings';

/** The option of a command line that chooses a reading; it may be given again and again. */
export const readingOption = (help = 'how the bank reads something the interface leaves open; repeatable') =>
  new Option('--reading <dimension=reading>', help).argParser(chosenBeside).default({});

function chosenBeside(pair: string, before: ChosenReadings): ChosenReadings {
  const [dimension = '', reading] = pair.split('=');
  if (reading === undefined) throw new InvalidArgumentError('expected dimension=reading');
  const chosen = readingsSchema.safeParse({ [dimension]: reading });
  if (!chosen.success) throw new InvalidArgumentError(z.prettifyError(chosen.error));
  return { ...before, ...chosen.data };
}

/** Readings as a person would choose them on a command line. */
export const readingsAsText = (readings: ChosenReadings | Readonly<Record<string, string>>): string[] =>
  Object.entries(readings).map(([dimension, reading]) => `${dimension}=${reading}`);
