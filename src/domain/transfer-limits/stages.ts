import type { Agreed, ByPolicy } from '../case/agreement';
import type { StageTable } from '../case/waits';

export const limitsStages = {
  APPROVAL: { title: 'To be approved', next: ['SETTING', 'CANCELLED', 'UNCLEAR'], waitsFor: 'APPROVAL' },
  SETTING: { title: 'Being set', next: ['APPROVAL', 'SET', 'CANCELLED', 'UNCLEAR'], movesMoney: true },
  SET: { title: 'Set', next: [], final: true },
  CANCELLED: { title: 'Not set', next: [], final: true },
  UNCLEAR: { title: 'Maybe set', next: [], final: true },
} as const satisfies StageTable;

export type LimitsStage = keyof typeof limitsStages;

export interface LimitsResult extends ByPolicy, Agreed {
  readonly reference: string;
  /** UNCLEAR: cancelled while the bank's reply was missing, so the bank may have set them. */
  readonly status: 'SET' | 'CANCELLED' | 'UNCLEAR';
  readonly reason?: string;
}
