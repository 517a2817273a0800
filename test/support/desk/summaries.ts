import { randomBytes } from 'node:crypto';
import { NamesKey } from '../../../src/records/projection/names';
import type { CaseSummary } from '../../../src/records/projection/summary';

/** The key that the names of these cases are sealed under. */
export const key = new NamesKey(randomBytes(32));

/** A loan as the desk keeps it. */
export const summary = (
  reference: string,
  more: Partial<CaseSummary> = {},
  name = 'Ngozi Adeyemi-Okafor',
): CaseSummary => ({
  ...{ kind: 'loan', reference, workflowId: `loan:${reference}`, needsPerson: true, amountKobo: 50_000_000 },
  forRoles: ['officer'],
  snapshot: {
    ...{ reference, stage: 'OFFER', stageTitle: 'Offer', since: '2030-01-01T00:00:00.000Z', ended: false },
    ...{ checklist: [], facts: {}, commands: [] },
  },
  since: '2030-01-01T00:00:00.000Z',
  startedAt: new Date('2030-01-01T00:00:00Z'),
  changedAt: new Date('2030-01-01T00:00:00Z'),
  sealed: key.seal(`loan:${reference}`, { name, accountEndsWith: '6789' }),
  words: key.indexOf([name, '6789']),
  indexed: '',
  ...more,
});
