import { z } from 'zod';
import { dimensionNames, readingsOf, type DimensionName, type ReadingName } from './dimensions';
import type { OperationName } from '../../src/bank/contract';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';

/** A reading for each dimension named; the usual one for the others. */
export type ChosenReadings = { readonly [D in DimensionName]?: ReadingName<D> | undefined };

const shape = Object.fromEntries(
  dimensionNames.map((name) => [name, z.enum(readingsOf(name) as [string, ...string[]]).optional()]),
);

export const readingsSchema = z.strictObject(shape) as unknown as z.ZodType<ChosenReadings, ChosenReadings>;

/** The bank's readings of the points that the interface document leaves open. They can change at any time. */
export class Readings {
  private chosen: ChosenReadings;
  private readonly meetings = new Map<DimensionName, number>();

  constructor(chosen: ChosenReadings = {}) {
    this.chosen = chosen;
  }

  of<D extends DimensionName>(dimension: D): ReadingName<D> {
    const [usual] = readingsOf(dimension);
    return (this.chosen[dimension] ?? usual) as ReadingName<D>;
  }

  /** The reading in force where it decides something; unusual ones are counted. */
  meet<D extends DimensionName>(dimension: D): ReadingName<D> {
    const reading = this.of(dimension);
    if (reading !== readingsOf(dimension)[0])
      this.meetings.set(dimension, (this.meetings.get(dimension) ?? 0) + 1);
    return reading;
  }

  /** Whether this unusual reading decides here; if so, it is counted. */
  takes<D extends DimensionName>(dimension: D, reading: ReadingName<D>): boolean {
    return this.of(dimension) === reading && this.meet(dimension) === reading;
  }

  /** How often the unusual reading of each dimension has made a difference. */
  get met(): { readonly [D in DimensionName]?: number } {
    return Object.fromEntries(this.meetings);
  }

  /** The same with the usual reading of one dimension. */
  without(dimension: DimensionName): Readings {
    return new Readings({ ...this.chosen, [dimension]: undefined });
  }

  choose(chosen: ChosenReadings): void {
    this.chosen = { ...this.chosen, ...chosen };
  }

  /** The readings in force that are not the usual ones. */
  get unusual(): Readonly<Record<string, string>> {
    const inForce = dimensionNames.map((name) => [name, this.of(name)] as const);
    return Object.fromEntries(inForce.filter(([name, reading]) => reading !== readingsOf(name)[0]));
  }

  toJSON(): Readonly<Record<DimensionName, string>> {
    return Object.fromEntries(dimensionNames.map((name) => [name, this.of(name)])) as Record<
      DimensionName,
      string
    >;
  }
}

/** A reply on its way out, and its request. */
export interface OutgoingReply {
  /** `undefined` if no operation has the address. */
  readonly operation: OperationName | undefined;
  /** The text of the request: its body, or its URL without one. */
  readonly sent: string;
  readonly status: number;
  /** An object as JSON, or a plain text. */
  readonly body: unknown;
}

/** Changes the look of a reply by the readings in force. It does not change effects. */
export type Look = (reply: OutgoingReply, readings: Readings) => OutgoingReply;

type Json = Readonly<Record<string, unknown>>;

/** Whether a value is an object whose fields can be looked at. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes every field of these names in a value, at any depth. */
export function changeFields(
  value: unknown,
  names: readonly string[],
  change: (value: unknown) => unknown,
): unknown {
  if (Array.isArray(value)) return value.map((item) => changeFields(item, names, change));
  if (!isObject(value)) return value;
  const changed = Object.entries(value).map(([name, field]) => [
    name,
    names.includes(name) ? change(field) : changeFields(field, names, change),
  ]);
  return Object.fromEntries(changed) as Json;
}

/** The same object without fields of these names on its surface. */
export const withoutFields = (value: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

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
