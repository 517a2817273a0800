import type { Defect } from '../defect';
import { lendingDefects } from './lending';
import { payoutDefects } from './payouts';
import { recordDefects } from './records';

/** All defects that are planted, each alone. */
export const defects: readonly Defect[] = [...payoutDefects, ...lendingDefects, ...recordDefects];
