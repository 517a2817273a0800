import type { z } from 'zod';
import { slices, type SliceName } from './settings';

/** The variables that these parts of the configuration read. */
export const variablesOf = (names: readonly SliceName[]): string[] => [
  ...new Set(
    names.flatMap((name) =>
      name === 'records' ? [...variablesOf(partsOfRecords), 'RECORDS'] : shapeOf(slices[name]),
    ),
  ),
];

/** The `records` slice passes the whole environment on to these slices, unless records are off. */
const partsOfRecords: readonly SliceName[] = ['database', 'auditKey'];

function shapeOf(schema: z.ZodType): string[] {
  const { in: inner, shape } = schema as unknown as { in?: z.ZodType; shape?: object };
  return shape ? Object.keys(shape) : shapeOf(inner as z.ZodType);
}
