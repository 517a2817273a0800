import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { get } from '../../api/client';
import { Refusal } from '../../commands/refusal';
import { Note } from '../../parts/frames';

/** Checks every chain of the audit, and says what the check relied on. */
export function Verify() {
  const check = useMutation({ mutationFn: () => get('/api/audit/verification') });
  const found = check.data;
  return (
    <div className="stack tight">
      <div>
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          Check every chain
        </Button>
      </div>
      <Refusal error={check.error} />
      <div aria-live="polite">
        {found && (
          <Note tone={found.problems.length === 0 ? 'good' : 'danger'}>
            <strong>
              {found.problems.length === 0
                ? 'Nothing was changed, and nothing is missing.'
                : 'What the check found'}
            </strong>
            <span>
              {found.entries} entries of {found.cases} cases and {found.checkpoints} signed checkpoints.
              Relied on: {found.reliedOn}.
            </span>
            {found.unsigned > 0 && <span>{found.unsigned} entries are not signed yet.</span>}
            {found.problems.map(({ case: caseId, problem }) => (
              <span key={`${caseId} ${problem}`} className="break">
                {caseId === undefined ? problem : `${caseId}: ${problem}`}
              </span>
            ))}
          </Note>
        )}
      </div>
    </div>
  );
}
