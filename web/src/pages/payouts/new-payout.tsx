import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Refusal } from '../../commands/refusal';
import { Card, Page, Note } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import type { Schema, SchemaField } from '../../schema/fields';
import { FieldGroups } from '../../schema/field-groups';
import { useSchema, useStart } from '../../schema/use-start';
import { post } from '../../api/client';
import { useSession } from '../../api/session';
import { sentenceOf } from '../../api/problem';
import { ApprovalTerms } from '../../parts/paying-account';
import { NameComparison } from '../../parts/name-comparison';

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
  return (
    <form
      noValidate
      className="stack wide narrow"
      onSubmit={(event) => {
        event.preventDefault();
        if (start.check(fields) && !start.isSending) start.send();
      }}
    >
      <Card title="New payout">
        <FieldGroups
          fields={fields}
          start={start}
          beside={{ '': <ApprovalTerms />, beneficiary: <NameEnquiry fields={fields} start={start} /> }}
        />
      </Card>
      <Refusal error={start.error} isSending={start.isSending} />
      <div className="row end">
        <Button type="submit" loading={start.isSending}>
          Start the payout
        </Button>
      </div>
    </form>
  );
}

interface NameEnquiryProps {
  readonly fields: readonly SchemaField[];
  readonly start: ReturnType<typeof useStart>;
}

const ACCOUNT = ['beneficiary.bankCode', 'beneficiary.accountNumber'];

/** Shows the bank's name for the beneficiary's account when a person asks for it. */
function NameEnquiry({ fields, start }: NameEnquiryProps) {
  const mayUse = useSession().data?.mayUse ?? [];
  const wanted = fields.filter(({ path }) => ACCOUNT.includes(path));
  // As the payout would have them: the code of a bank whose name was typed.
  const {
    bankCode = '',
    accountNumber = '',
    accountName = '',
  } = Object(start.document['beneficiary']) as Partial<Record<string, string>>;
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
      <Refusal error={undefined} isSending={isPending} />
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
