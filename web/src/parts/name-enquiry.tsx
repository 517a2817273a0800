import { Button } from '@mantine/core';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { post } from '../api/client';
import { sentenceOf } from '../api/problem';
import { useSession } from '../api/session';
import { Note } from './frames';
import { NameComparison } from './name-comparison';
import { useLasting } from './states';

/** An account, and the name in which it is expected to be held; each empty until it is known. */
interface Account {
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly accountName: string;
}

const enquire = ({ accountName: name, ...body }: Account) =>
  post('/api/name-enquiries', { body: { ...body, ...(name !== '' && { accountName: name }) } });

const keyOf = (account: Account | undefined) => ['name-enquiry', account];

/** The answer that a person has had from the bank about an account, anywhere on these pages. */
export const useAnswer = (account: Account | undefined) =>
  useQuery<Awaited<ReturnType<typeof enquire>>>({ queryKey: keyOf(account), queryFn: skipToken }).data;

/** The bank's name for an account, once a person has asked for it. */
export function useNameEnquiry(account: Account) {
  const { bankCode, accountNumber, accountName } = account;
  const client = useQueryClient();
  const asking = useMutation({
    mutationFn: enquire,
    onSuccess: (answer, of) => client.setQueryData(keyOf(of), answer),
  });
  const { data, error, variables: asked, isPending } = asking;
  const isOfThis = asked?.bankCode === bankCode && asked.accountNumber === accountNumber;
  return {
    accountName,
    answer: isOfThis ? data : undefined,
    verdict: isOfThis && asked.accountName === accountName ? data?.verdict : undefined,
    error: isOfThis ? error : null,
    isPending,
    ask: () => asking.mutate(account),
  };
}

interface NameEnquiryProps {
  readonly enquiry: ReturnType<typeof useNameEnquiry>;
  /** Of the name that is expected. */
  readonly label?: string;
  /** Whether the account is complete; it may show what is wrong with it. */
  readonly isComplete?: () => boolean;
}

/** Shows the bank's name for an account when a person asks for it. */
export function NameEnquiry({ enquiry, label, isComplete }: NameEnquiryProps) {
  const mayUse = useSession().data?.mayUse ?? [];
  const isLong = useLasting(enquiry.isPending);
  if (!mayUse.includes('enquireName')) return null;
  const { accountName, answer, verdict, error, isPending, ask } = enquiry;
  return (
    <div className="stack tight">
      <div className="row">
        <Button variant="default" loading={isPending} onClick={() => (isComplete?.() ?? true) && ask()}>
          Ask the bank for the name
        </Button>
        <span className="small soft">
          It takes one of the few calls that the bank allows{isComplete && ': ask once both are complete'}.
        </span>
      </div>
      {isLong && (
        <p role="status" className="soft">
          The desk has not answered yet.
        </p>
      )}
      <div aria-live="polite">
        {answer && (
          <NameComparison
            {...(label !== undefined && { label })}
            given={accountName}
            resolved={answer.accountName}
            verdict={verdict}
          />
        )}
      </div>
      {error && (
        <Note tone="attention" role="alert">
          {sentenceOf(error)}
        </Note>
      )}
    </div>
  );
}

/** The same for the account that a loan is to be paid into, beside its borrower, for whoever sees it whole. */
export const HolderEnquiry = (account: Account) => {
  const enquiry = useNameEnquiry(account);
  return /^\d{10}$/.test(account.accountNumber) && <NameEnquiry enquiry={enquiry} label="Borrower" />;
};
