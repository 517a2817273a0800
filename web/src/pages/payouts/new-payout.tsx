import { useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { Card, Page } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import type { Schema } from '../../schema/fields';
import { DraftNote } from '../../schema/draft-note';
import { FieldGroups } from '../../schema/field-groups';
import { StartRefusal } from '../../schema/start-refusal';
import { useSchema, useStart } from '../../schema/use-start';
import { ApprovalTerms } from '../../parts/paying-account';
import { NameEnquiry, useNameEnquiry } from '../../parts/name-enquiry';
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
  // As the payout would have them: the code of a bank whose name was typed.
  const {
    bankCode = '',
    accountNumber = '',
    accountName = '',
  } = Object(start.document['beneficiary']) as Partial<Record<string, string>>;
  const enquiry = useNameEnquiry({ bankCode, accountNumber, accountName });
  const account = fields.filter(({ path }) => ACCOUNT.includes(path));
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
              beneficiary: <NameEnquiry enquiry={enquiry} isComplete={() => start.check(account)} />,
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
