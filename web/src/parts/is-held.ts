import type { PayoutFacts } from '../../../src/desk/contract';

/** Whether a person holds it back now. */
export const isHeld = ({ held }: Partial<Pick<PayoutFacts, 'held'>> = {}): boolean =>
  held !== undefined && held.releasedBy === undefined;
