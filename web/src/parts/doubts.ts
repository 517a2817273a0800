import type { BatchPayees } from '../../../src/desk/contract';

export type Payee = BatchPayees['rows'][number];

export const isDifferent = ({ nameVerdict }: Payee): boolean => nameVerdict === 'mismatch';
export const isClose = ({ nameVerdict }: Payee): boolean => nameVerdict === 'close';
/** Whether another row, or an earlier payment, has its account and amount. */
export const isRepeated = ({ repeats, alike }: Payee): boolean =>
  repeats !== undefined || alike !== undefined;
