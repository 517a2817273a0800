import { loanFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();
const NEVER_VERIFIED = '99999904901';

test('a wait that takes too long names the word of the bank that the document does not have', async () => {
  environment.read({ kycWords: 'synonyms' });
  const file = loanFile({ bvn: NEVER_VERIFIED });
  const loan = await environment.startLoan(file);
  await loan.untilAttention(24 * 60);
  const enrolment = environment.found(`enrolment:${file.customer.reference}`);
  const { attention, timeline } = await enrolment.snapshot();
  expect(attention?.cause).toContain('waiting for the KYC decision since');
  expect(attention?.cause).toContain(
    'the bank said: KYC is IN_REVIEW, a word that the interface document does not have',
  );
  expect(timeline.filter(({ what }) => what.startsWith('Refused'))).toEqual([]);
  const signals = (await enrolment.eventTypes()).filter((type) => type === SIGNALED);
  expect(signals).toHaveLength(1);
});

/** The protocol's number of the event WorkflowExecutionSignaled. */
const SIGNALED = 26;
