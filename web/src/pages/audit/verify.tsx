import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { get } from '../../api/client';
import { Refusal } from '../../commands/refusal';
import { Note } from '../../parts/frames';
import { texts } from '../../texts';

const { audit: words } = texts;

/** Checks every chain of the audit, and says what the check relied on. */
export function Verify() {
  const check = useMutation({ mutationFn: () => get('/api/audit/verification') });
  const found = check.data;
  return (
    <div className="stack tight">
      <div>
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {words.verify}
        </Button>
      </div>
      <Refusal error={check.error} />
      <div aria-live="polite">
        {found && (
          <Note tone={found.problems.length === 0 ? 'good' : 'danger'}>
            <strong>{found.problems.length === 0 ? words.intact : words.verified}</strong>
            <span>
              {words.checked(found.entries, found.cases, found.checkpoints)}. {words.reliedOn}:{' '}
              {found.reliedOn}.
            </span>
            {found.unsigned > 0 && <span>{words.unsigned(found.unsigned)}.</span>}
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
