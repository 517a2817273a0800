import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { post } from '../../api/client';
import { useSession } from '../../api/session';
import { sentenceOf } from '../../api/problem';
import { Note } from '../../parts/frames';
import { NameComparison } from '../../parts/name-comparison';
import type { SchemaField } from '../../schema/fields';
import type { useStart } from '../../schema/use-start';

interface NameEnquiryProps {
  readonly fields: readonly SchemaField[];
  readonly start: ReturnType<typeof useStart>;
}

const ACCOUNT = ['beneficiary.bankCode', 'beneficiary.accountNumber'];
const NAME = 'beneficiary.accountName';

/** Shows the name that the bank has for the beneficiary's account, once a person asks for it. */
export function NameEnquiry({ fields, start }: NameEnquiryProps) {
  const mayUse = useSession().data?.mayUse ?? [];
  const wanted = fields.filter(({ path }) => ACCOUNT.includes(path));
  const [bankCode = '', accountNumber = ''] = ACCOUNT.map((path) => start.typed[path]);
  const accountName = start.typed[NAME] ?? '';
  const asking = useMutation({
    mutationFn: (body: { bankCode: string; accountNumber: string; accountName?: string }) =>
      post('/api/name-enquiries', { body }),
  });
  if (!mayUse.includes('enquireName')) return null;
  const { data, error, variables: asked, isPending } = asking;
  const isOfThis = asked?.bankCode === bankCode && asked.accountNumber === accountNumber;
  const isOfName = asked?.accountName === accountName;
  return (
    <div className="stack tight">
      <div className="row">
        <Button
          variant="default"
          loading={isPending}
          onClick={() =>
            start.check(wanted) &&
            asking.mutate({ bankCode, accountNumber, ...(accountName === '' ? {} : { accountName }) })
          }
        >
          Ask the bank for the name
        </Button>
        <span className="small soft">
          It takes one of the few calls that the bank allows: ask once both are complete.
        </span>
      </div>
      <div aria-live="polite">
        {isOfThis && data && (
          <NameComparison
            given={accountName}
            resolved={data.accountName}
            verdict={isOfName ? data.verdict : undefined}
          />
        )}
      </div>
      {isOfThis && error && (
        <Note tone="attention" role="alert">
          {sentenceOf(error)}
        </Note>
      )}
    </div>
  );
}
