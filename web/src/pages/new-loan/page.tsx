import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Refusal } from '../../commands/refusal';
import { Card, Page } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import type { Schema } from '../../schema/fields';
import { FieldGroups } from '../../schema/field-groups';
import { useSchema, useStart } from '../../schema/use-start';
import { StepLine } from './step-line';
import { STEP_NAMES, stepOf, STEPS, type StepName } from './steps';

/** A new loan, in steps, by the schema of its file. */
export default function NewLoanPage(): ReactNode {
  const schema = useSchema('loan');
  return (
    <Page
      title="New loan"
      about="Everything that is known when the loan starts. The draft is kept while you work; personal data never on this machine’s disk."
    >
      <Loaded query={schema} what="the form">
        {(known) => <Form schema={known} />}
      </Loaded>
    </Page>
  );
}

function Form({ schema }: { readonly schema: Schema }) {
  const start = useStart('loan', schema);
  const [step, setStep] = useState<StepName>('loan');
  const place = STEPS.indexOf(step);
  const fieldsIn = (name: StepName) => start.fields.filter((field) => stepOf(field) === name);
  const last = place === STEPS.length - 1;
  const goOn = () => {
    if (!last) {
      if (start.check(fieldsIn(step))) setStep(STEPS[place + 1] ?? step);
      return;
    }
    const wrong = start.check(start.fields) ? undefined : start.firstWrong();
    if (wrong) setStep(stepOf(wrong) ?? step);
    else if (!start.isSending) start.send();
  };
  return (
    <form
      noValidate
      className="stack wide narrow"
      onSubmit={(event) => {
        event.preventDefault();
        goOn();
      }}
    >
      <StepLine current={step} onStep={setStep} />
      <Card title={`Step ${place + 1} of ${STEPS.length}: ${STEP_NAMES[step]}`}>
        <FieldGroups fields={fieldsIn(step)} start={start} />
      </Card>
      <Refusal error={start.error} />
      {last && (
        <p className="soft">Documents are dropped on the page of the loan, which opens once it is started.</p>
      )}
      <div className="row spread">
        <Button variant="default" disabled={place === 0} onClick={() => setStep(STEPS[place - 1] ?? step)}>
          Back
        </Button>
        <Button type="submit" loading={start.isSending}>
          {last ? 'Start the loan' : 'Next step'}
        </Button>
      </div>
    </form>
  );
}
