import { createInputParsers } from '../../src/activities/parse-input';
import { USUAL_LENDING_POLICY } from '../../src/domain/loan/policy';
import { USUAL_PAYOUT_POLICY } from '../../src/domain/payout/policy';
import { REAL_TIME } from '../../src/domain/time/clock';
import { openStarts } from '../support/authority/open';
import { loanFile, sha256 } from '../support/workflows/sample';

const parsers = createInputParsers({
  clock: REAL_TIME,
  payoutPolicy: USUAL_PAYOUT_POLICY,
  starts: openStarts,
  lendingPolicy: USUAL_LENDING_POLICY,
  recallBeneficiary: () => undefined,
});

const given = { tag: 'ID_CARD_DOCS', path: 'identity.pdf', sha256: sha256('identity.pdf') } as const;
const parsed = (document: object) => {
  const file = { ...loanFile(), reference: 'LN-7', documents: [{ ...given, ...document }] };
  return parsers.parseLoanInput(JSON.parse(JSON.stringify(file)));
};

test.each(['identity.pdf', 'LN-7/identity.pdf', 'LN-7/scans/identity.pdf'])(
  'a loan may name the document %s',
  async (path) => {
    expect((await parsed({ path })).documents).toEqual([{ ...given, path }]);
  },
);

test('a loan whose document has no digest is refused: nothing is filled in', async () => {
  await expect(parsed({ sha256: undefined })).rejects.toThrow('documents, ID_CARD_DOCS: sha256 is missing');
});

test.each([
  'LN-8/identity.pdf',
  'LN-7/../LN-8/identity.pdf',
  './LN-8/identity.pdf',
  '../identity.pdf',
  '/etc/passwd',
  'LN-7\\..\\LN-8\\identity.pdf',
  'LN-77/identity.pdf',
])('a loan that names the document %s of others is refused', async (path) => {
  await expect(parsed({ path })).rejects.toThrow('path must begin with LN-7/, or have no folder');
});
