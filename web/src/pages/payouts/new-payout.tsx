import { useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Refusal } from '../../commands/refusal';
import { Card, Page, Note } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import type { Schema, SchemaField } from '../../schema/fields';
import { DraftNote } from '../../schema/draft-note';
import { FieldGroups } from '../../schema/field-groups';
import { StartRefusal } from '../../schema/start-refusal';
import { useSchema, useStart } from '../../schema/use-start';
import { post } from '../../api/client';
import { useSession } from '../../api/session';
import { sentenceOf } from '../../api/problem';
import { ApprovalTerms } from '../../parts/paying-account';
import { NameComparison } from '../../parts/name-comparison';
import { SendForm } from '../../parts/send-form';
import { LastLook, type Order } from './last-look';

/** Fields that people at the desk do not fill in: the maker is known, and clocks are for tests. */
const LEFT_OUT = /^(createdBy|clock|metaData)(\.|$)/;

/** The form of a new payout, by the schema of its file. */
export default function NewPayoutPage(): ReactNode {
  const schema = useSchema('payout');
  return (
    <Page
      title="New payout"
      about="The account is looked up at the bank before anything is sent; a name that does not fit comes back to you."
    >
      <Loaded query={schema} what="the form">
        {(known) => <Form schema={known} />}
      </Loaded>
    </Page>
  );
}

function Form({ schema }: { readonly schema: Schema }) {
  const start = useStart('payout', schema);
  const fields = start.fields.filter(({ path }) => !LEFT_OUT.test(path));
  const enquiry = useNameEnquiry(start);
  const [isLooking, setLooking] = useState(false);
  return (
    <>
      <SendForm
        noValidate
        className="stack wide narrow"
        isSending={start.isSending}
        onSend={() => setLooking(start.check(fields))}
      >
        <DraftNote start={start} />
        <Card title="New payout">
          <FieldGroups
            fields={fields}
            start={start}
            beside={{
              '': <ApprovalTerms />,
              beneficiary: <NameEnquiry fields={fields} start={start} enquiry={enquiry} />,
            }}
          />
        </Card>
        <StartRefusal kind="payout" start={start} />
        <div className="row end">
          <Button type="submit" loading={start.isSending}>
            Start the payout
          </Button>
        </div>
      </SendForm>
      {isLooking && (
        <LastLook
          order={start.document as unknown as Order}
          resolved={enquiry.answer?.accountName}
          verdict={enquiry.verdict}
          isSending={start.isSending}
          onSend={() => start.send(() => setLooking(false))}
          onBack={() => setLooking(false)}
        />
      )}
    </>
  );
}

const ACCOUNT = ['beneficiary.bankCode', 'beneficiary.accountNumber'];

/** The bank's name for the beneficiary's account, once a person has asked for it. */
function useNameEnquiry({ document }: ReturnType<typeof useStart>) {
  // As the payout would have them: the code of a bank whose name was typed.
  const {
    bankCode = '',
    accountNumber = '',
    accountName = '',
  } = Object(document['beneficiary']) as Partial<Record<string, string>>;
  const asking = useMutation({
    mutationFn: (body: { bankCode: string; accountNumber: string; accountName?: string }) =>
      post('/api/name-enquiries', { body }),
  });
  const { data, error, variables: asked, isPending } = asking;
  const isOfThis = asked?.bankCode === bankCode && asked.accountNumber === accountNumber;
  return {
    accountName,
    answer: isOfThis ? data : undefined,
    verdict: isOfThis && asked.accountName === accountName ? data?.verdict : undefined,
    error: isOfThis ? error : null,
    isPending,
    ask: () => asking.mutate({ bankCode, accountNumber, ...(accountName === '' ? {} : { accountName }) }),
  };
}

interface NameEnquiryProps {
  readonly fields: readonly SchemaField[];
  readonly start: ReturnType<typeof useStart>;
  readonly enquiry: ReturnType<typeof useNameEnquiry>;
}

/** Shows the bank's name for the beneficiary's account when a person asks for it. */
function NameEnquiry({ fields, start, enquiry }: NameEnquiryProps) {
  const mayUse = useSession().data?.mayUse ?? [];
  const wanted = fields.filter(({ path }) => ACCOUNT.includes(path));
  if (!mayUse.includes('enquireName')) return null;
  const { accountName, answer, verdict, error, isPending, ask } = enquiry;
  return (
    <div className="stack tight">
      <div className="row">
        <Button variant="default" loading={isPending} onClick={() => start.check(wanted) && ask()}>
          Ask the bank for the name
        </Button>
        <span className="small soft">
          It takes one of the few calls that the bank allows: ask once both are complete.
        </span>
      </div>
      <Refusal error={undefined} isSending={isPending} />
      <div aria-live="polite">
        {answer && <NameComparison given={accountName} resolved={answer.accountName} verdict={verdict} />}
      </div>
      {error && (
        <Note tone="attention" role="alert">
          {sentenceOf(error)}
        </Note>
      )}
    </div>
  );
}
