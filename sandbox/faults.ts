import { z } from 'zod';
import { operationNames, type OperationName } from '../src/bank/contract';
import type { Random } from './random';
import { matches, pattern } from './scenarios/rules';

const errorStatus = z.union([z.literal(500), z.literal(502), z.literal(503), z.literal(504)]).default(503);

const which = {
  operations: z.array(z.enum(operationNames as [OperationName, ...OperationName[]])).optional(),
  when: pattern.optional(),
  probability: z.number().min(0).max(1).default(1),
  /** Strikes only this many times. */
  count: z.int().positive().optional(),
};

/** Something that goes wrong between the bank and its caller. */
export const faultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('latency'), milliseconds: z.number().min(0).max(600_000), ...which }),
  z.strictObject({ kind: z.literal('error-before'), status: errorStatus, ...which }),
  z.strictObject({ kind: z.literal('error-after'), status: errorStatus, ...which }),
  z.strictObject({ kind: z.literal('reset-before'), ...which }),
  z.strictObject({ kind: z.literal('reset-after'), ...which }),
  z.strictObject({
    kind: z.literal('stale-read'),
    /** Business seconds. */
    seconds: z.number().positive(),
    /** Each read is old by another amount, up to `seconds`. */
    varying: z.boolean().default(false),
    ...which,
  }),
  z.strictObject({ kind: z.literal('duplicate-check-off'), ...which }),
  z.strictObject({
    kind: z.literal('malformed-body'),
    form: z.enum(['truncated', 'html', 'empty', 'without-data']).default('truncated'),
    ...which,
  }),
  z.strictObject({ kind: z.literal('rate-headers'), form: z.enum(['missing', 'malformed']), ...which }),
  z.strictObject({
    kind: z.literal('rate-limited'),
    /** Seconds in Retry-After; without it the reply has no rate-limit header at all. */
    retryAfterSeconds: z.int().min(0).optional(),
    ...which,
  }),
]);
export type Fault = z.output<typeof faultSchema>;
type FaultKind = Fault['kind'];

/** When a kind strikes: before the handler runs, or after it has succeeded; a refused call commits nothing. */
const strikes: Record<FaultKind, 'before' | 'after'> = {
  latency: 'before',
  'error-before': 'before',
  'reset-before': 'before',
  'rate-limited': 'before',
  'rate-headers': 'before',
  'stale-read': 'before',
  'duplicate-check-off': 'before',
  'error-after': 'after',
  'reset-after': 'after',
  'malformed-body': 'after',
};

/** The faults that hit one call, one of a kind at most. */
export type Drawn = { readonly [K in FaultKind]?: Extract<Fault, { kind: K }> };

export interface PlantedFault {
  readonly id: string;
  readonly fault: Fault;
  hits: number;
}

/** The faults that are planted, and how often each has hit. */
export class Faults {
  private planted: PlantedFault[] = [];
  private planting = 0;

  constructor(
    faults: readonly Fault[],
    private readonly random: Random,
  ) {
    for (const fault of faults) this.plant(fault);
  }

  plant(fault: Fault): PlantedFault {
    const planted = { id: `fault-${(this.planting += 1)}`, fault, hits: 0 };
    this.planted.push(planted);
    return planted;
  }

  list(): readonly PlantedFault[] {
    return this.planted;
  }

  /** Removes one fault, or all; returns how many. */
  remove(id?: string): number {
    const before = this.planted.length;
    this.planted = id === undefined ? [] : this.planted.filter((planted) => planted.id !== id);
    return before - this.planted.length;
  }

  /** The faults that hit a call at a stage; each hit counts. */
  draw(stage: 'before' | 'after', operation: OperationName, fields: object): Drawn {
    const hit = this.planted
      .filter(({ fault }) => strikes[fault.kind] === stage)
      .filter((planted) => this.hits(planted, operation, fields));
    for (const planted of hit) planted.hits += 1;
    return Object.fromEntries(hit.map(({ fault }) => [fault.kind, fault]));
  }

  private hits({ fault, hits }: PlantedFault, operation: OperationName, fields: object): boolean {
    return (
      hits < (fault.count ?? Infinity) &&
      (fault.operations?.includes(operation) ?? true) &&
      matches(fault.when ?? {}, fields) &&
      (fault.probability === 1 || this.random.fraction() < fault.probability)
    );
  }
}
