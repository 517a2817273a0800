import { randomUUID } from 'node:crypto';

/** Tells this process from the one before it. */
export const PROCESS_ID: string = randomUUID();

const tried = new Set<string>();

/** Whether an earlier attempt may have sent: the process that meant to is gone, or this one has tried already. */
export function mayHaveBeenSent(reference: string, meantBy: string): boolean {
  const isFirst = meantBy === PROCESS_ID && !tried.has(reference);
  tried.add(reference);
  return !isFirst;
}
