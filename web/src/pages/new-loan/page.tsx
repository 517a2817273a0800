import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Refusal } from '../../commands/refusal';
import { Card, Page } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import type { Schema, SchemaField } from '../../schema/fields';
import { FieldGroups } from '../../schema/field-groups';
import { useSchema, useStart } from '../../schema/use-start';

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

interface StepLineProps {
  readonly current: StepName;
  readonly onStep: (step: StepName) => void;
}

/** The steps of the form, which of them is open. */
const StepLine = ({ current, onStep }: StepLineProps) => (
  <nav className="tabs" aria-label="Steps">
    {STEPS.map((step, place) => (
      <button
        key={step}
        type="button"
        aria-current={step === current ? 'step' : undefined}
        onClick={() => onStep(step)}
      >
        {place + 1} {STEP_NAMES[step]}
      </button>
    ))}
  </nav>
);

/** The steps of the form, in order. */
const STEPS = ['loan', 'borrower', 'business', 'accounts', 'terms'] as const;
const STEP_NAMES = {
  loan: 'Loan',
  borrower: 'Borrower',
  business: 'Business',
  accounts: 'Statement and account',
  terms: 'Terms and repayment',
} as const;
type StepName = (typeof STEPS)[number];

/** Which part of the file belongs to which step; what is new in the schema comes with the first. */
const PARTS: readonly (readonly [RegExp, StepName | undefined])[] = [
  // Clocks and deadlines are for tests and programs.
  [/^(clock|policy\.deadlines)(\.|$)/, undefined],
  [/^customer\./, 'borrower'],
  [/^underwriting\./, 'business'],
  [/^(bankStatement|disbursementAccount)\./, 'accounts'],
  [/^policy\./, 'terms'],
];

/** The step of a field; none where a person at the desk does not fill it in. */
const stepOf = ({ path }: SchemaField): StepName | undefined => {
  const part = PARTS.find(([pattern]) => pattern.test(path));
  return part ? part[1] : 'loan';
};
