import * as workflows from '../../../src/workflows';
import { nouns } from '../../../src/domain/kinds';
import { isReference } from '../../../src/domain/wire/references';
import { batchChunkId, caseOf, scheduledIds, caseId } from '../../../src/domain/wire/workflow-ids';
import { workflowTypes } from '../../../src/domain/wire/workflow-types';

test('the id of a workflow is the kind of its case and its reference, and tells both again', () => {
  for (const kind of [...nouns, 'repayment']) {
    expect(caseId(kind, 'R-1')).toBe(`${kind}:R-1`);
    expect(caseOf(caseId(kind, 'R-1'))).toEqual({ kind, reference: 'R-1' });
  }
});

test('a reconciliation that a schedule has started has a reference like any other, which leads back to its id', () => {
  const id = `${scheduledIds.reconciliation}-2026-11-23T20:02:59Z`;
  const { kind, reference } = caseOf(id);
  expect({ kind, reference }).toEqual({
    kind: 'reconciliation',
    reference: 'nightly-2026-11-23T20.02.59Z',
  });
  expect(isReference(reference)).toBe(true);
  expect(caseId('reconciliation', reference)).toBe(id);
});

test('the chunk of a batch belongs to the kind of its batch', () => {
  expect(batchChunkId('BT-1', 2)).toBe('batch:BT-1:chunk-2');
  expect(caseOf(batchChunkId('BT-1', 2)).kind).toBe('batch');
});

test.each(['', 'gap-repair', ':R-1', 'payout:'])('an id like "%s" is that of no case', (id) => {
  expect(caseOf(id)).toEqual({ kind: '', reference: '' });
});

test('workers offer exactly the workflow types that clients start', () => {
  expect(Object.keys(workflows).sort()).toEqual(Object.values(workflowTypes).sort());
});
