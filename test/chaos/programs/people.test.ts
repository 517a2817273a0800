import { helpFor } from '../../../chaos/programs/people';
import type { CaseSnapshot } from '../../../src/domain/case/snapshot';
import { BankState } from '../../../sandbox/bank-state';
import { Readings } from '../../../sandbox/readings/readings';
import { settingsSchema } from '../../../sandbox/settings';
import { VirtualClock } from '../../../sandbox/time/clock';

const AT = '2027-01-05T09:00:00.000Z';

const unclear: CaseSnapshot = {
  kind: 'payout',
  reference: 'PO-1',
  stage: 'SUBMITTING',
  stageTitle: 'Sending',
  since: AT,
  attention: { cause: 'it is unclear', since: AT, actions: ['retry', 'resolveAttention'] },
  checklist: [],
  facts: {},
  commands: ['resolveAttention', 'confirmProposal', 'refuseProposal', 'retry', 'addNote'],
  timeline: [],
  ended: false,
};

const proposed: CaseSnapshot = {
  ...unclear,
  proposals: [
    {
      command: 'retry',
      by: 'operator operator-8',
      what: 'stage SUBMITTING',
      since: AT,
      digest: 'd-1',
      confirmations: '0 of 1',
      roles: ['supervisor'],
      makers: [],
      approvers: [],
      until: AT,
    },
  ],
};

const settings = settingsSchema.parse({});
const bank = new BankState(settings, new VirtualClock(() => Date.parse(AT), settings.rate), new Readings());
const nextOf = (now: CaseSnapshot) => helpFor(now, bank, () => 0);

test('the operator who helps at the end has a second person agree to what waits for one, and proposes nothing anew', () => {
  expect(nextOf(unclear)).toMatchObject({ command: 'retry' });
  expect(nextOf(proposed)).toMatchObject({
    command: 'confirmProposal',
    role: 'supervisor',
    fields: { expectedDigest: 'd-1' },
  });
});
