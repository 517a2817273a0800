import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { koboOf, nairaText } from '../../format/money';
import { dayText } from '../../format/time';
import { spoken } from '../../format/words';
import { bankOf } from '../../parts/bank-code';
import { Pair, Pairs } from '../../parts/facts';
import { Card, Page } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import { SendForm } from '../../parts/send-form';
import type { Schema, SchemaField } from '../../schema/fields';
import { DraftNote } from '../../schema/draft-note';
import { FieldGroups } from '../../schema/field-groups';
import { StartRefusal } from '../../schema/start-refusal';
import { useSchema, useStart } from '../../schema/use-start';

/** The form of a new loan, in steps, by the schema of its file. */
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
  const [step, openStep] = useState(() => (Object.keys(start.typed).length > 0 ? openedLast : 'loan'));
  const setStep = (name: StepName) => {
    openedLast = name;
    openStep(name);
  };
  const place = STEPS.indexOf(step);
  const fieldsIn = (name: StepName) => start.fields.filter((field) => stepOf(field) === name);
  const last = place === STEPS.length - 1;
  const goOn = () => {
    if (!last) {
      if (start.check(fieldsIn(step))) setStep(STEPS[place + 1] ?? step);
      return;
    }
    const lead = (wrong: SchemaField | undefined) => wrong && setStep(stepOf(wrong) ?? step);
    if (!start.check(start.fields)) lead(start.firstWrong());
    else start.send(lead);
  };
  return (
    <SendForm noValidate className="stack wide narrow" isSending={start.isSending} onSend={goOn}>
      <DraftNote start={start} onClear={() => setStep('loan')} />
      <StepLine current={step} onStep={setStep} />
      <Card title={`Step ${place + 1} of ${STEPS.length}: ${STEP_NAMES[step]}`}>
        {last ? <Summary start={start} /> : <FieldGroups fields={fieldsIn(step)} start={start} />}
      </Card>
      <StartRefusal kind="loan" start={start} />
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
    </SendForm>
  );
}

/** The fields of the summary before the start, in order. */
const SUMMARY: readonly (readonly [string, ...string[]])[] = [
  ['Reference', 'reference'],
  ['Customer reference', 'customer.reference'],
  ['Borrower', 'customer.firstName', 'customer.lastName'],
  ['Date of birth', 'customer.dateOfBirth'],
  ['Phone', 'customer.phone'],
  ['BVN', 'customer.bvn'],
  ['Business', 'businessName'],
  ['Amount', 'application.amountKobo'],
  ['Months', 'application.months'],
  ['Repayment', 'policy.repayment.mode'],
  ['Days of grace', 'policy.repayment.graceDays'],
  ['Paid into', 'disbursementAccount.accountNumber', 'disbursementAccount.bankCode'],
];

/** The borrower, amount and account of the loan, to be read once more. */
function Summary({ start }: { readonly start: ReturnType<typeof useStart> }) {
  const shown = (path: string) => {
    const field = start.fields.find((one) => one.path === path);
    const text = field ? start.valueOf(field) : '';
    if (field?.kind === 'money') return nairaText(koboOf(text) ?? 0);
    if (field?.kind === 'date') return dayText(text);
    if (field?.kind === 'choice') return field.about ?? spoken(text);
    return path.endsWith('.bankCode') ? (bankOf(start.banks ?? [], text)?.name ?? text) : text;
  };
  return (
    <Pairs>
      {SUMMARY.map(([name, ...paths]) => (
        <Pair key={name} name={name}>
          {paths.map(shown).join(' ').trim() || (name === 'Paid into' ? 'the borrower’s own account' : '–')}
        </Pair>
      ))}
    </Pairs>
  );
}

interface StepLineProps {
  readonly current: StepName;
  readonly onStep: (step: StepName) => void;
}

/** The steps of the form, with the open one marked. */
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
const STEPS = ['loan', 'borrower', 'business', 'accounts', 'terms', 'check'] as const;
const STEP_NAMES = {
  loan: 'Loan',
  borrower: 'Borrower',
  business: 'Business',
  accounts: 'Statement and account',
  terms: 'Terms and repayment',
  check: 'Check and start',
} as const;
type StepName = (typeof STEPS)[number];

/** The step at which a draft continues. */
let openedLast: StepName = 'loan';

/** The step of each part of the file; new fields of the schema belong to the first. */
const PARTS: readonly (readonly [RegExp, StepName | undefined])[] = [
  // Clocks and deadlines are for tests and programs.
  [/^(clock|policy\.deadlines)(\.|$)/, undefined],
  [/^customer\./, 'borrower'],
  [/^underwriting\./, 'business'],
  [/^(bankStatement|disbursementAccount)\./, 'accounts'],
  [/^policy\./, 'terms'],
];

/** The step of a field; `undefined` if people at the desk do not fill it in. */
const stepOf = ({ path }: SchemaField): StepName | undefined => {
  const part = PARTS.find(([pattern]) => pattern.test(path));
  return part ? part[1] : 'loan';
};
