import type { RowResult } from '../domain/batch-register';
import { Slice, type SliceInput } from './batch/slice';

/** A part of an approved batch: its payouts started with bounded concurrency, each followed to its end. */
export async function batchSliceWorkflow(input: SliceInput): Promise<RowResult[]> {
  return new Slice(input).run();
}
