import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { Refusal } from '../../commands/refusal';
import { Card, Page } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import type { Schema } from '../../schema/fields';
import { FieldGroups } from '../../schema/field-groups';
import { useSchema, useStart } from '../../schema/use-start';
import { NameEnquiry } from './name-enquiry';

/** What the person at the desk does not write: who made it is known, and clocks are for tests. */
const LEFT_OUT = /^(createdBy|clock|metaData)(\.|$)/;

/** A new payout, by the form of its file. */
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
        <FieldGroups fields={fields} start={start} />
        <NameEnquiry fields={fields} start={start} />
      </Card>
      <Refusal error={start.error} />
      <div className="row end">
        <Button type="submit" loading={start.isSending}>
          Start the payout
        </Button>
      </div>
    </form>
  );
}
