import { NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { FormField, OfferedCommand, PayoutFacts, StoredDocument } from '../../../src/desk/contract';
import { leftOf } from '../../../src/domain/case/agreement';
import { addressOf } from '../api/client';
import { isProblem } from '../api/problem';
import { caseQuery } from '../api/queries';
import { useSession } from '../api/session';
import { briefOf, DecisionSheet, isInDoubt, isOfBatch, useAsked } from '../parts/decision-sheet';
import { isHeld } from '../parts/is-held';
import { Alike, NotLooked } from '../parts/alike';
import { Facts } from '../parts/facts';
import { Note } from '../parts/frames';
import { textOf } from '../parts/input-props';
import { useAfterChange } from './after-change';
import { useBatchDoubts } from './batch-doubts';
import { FieldInput, NoteInput } from './field-input';
import { FormDialog } from './form-dialog';
import { changedIn, isOther, LETTING, standingOf, STOPPING, withNews, type Opened } from './form-standing';
import { whyNotMine } from '../api/not-mine';
import { aboutOfForm, isWithdrawal } from './receipt-words';
import { FreshLogin } from './refusal';
import { useCommand, type Target } from './use-command';
import { morePeople, spoken } from '../format/words';
import { nairaText } from '../format/money';
import { lagosText } from '../format/time';
import { AfterRelease, Others } from './others';
import { Meanwhile } from './meanwhile';
import { UploadArea } from './upload-area';

interface CommandDialogProps extends Opened {
  /** In place of the command and the reference. */
  readonly title?: string;
  readonly documents: readonly StoredDocument[];
  /** Digest of a document that was just uploaded, to be handed in. */
  readonly document?: string | undefined;
  /** The person it is about, if the page does not name them. */
  readonly about?: ReactNode;
  /** The page to come back to from a login for the command, if not that of the case. */
  readonly back?: string | undefined;
  readonly onClose: () => void;
}

/**
 * The form of one command. It closes with the receipt, or shows the refusal. Stage, fields and sheet stay as
 * they were when it was opened: a case that was changed, held back or moved on since refuses the command. Then the
 * form goes on with the case as it is now if the person says so. A hold shows at once, and so does everything in the form
 * of a command that stops the case.
 */
export function CommandDialog(props: CommandDialogProps) {
  const { title, documents, onClose } = props;
  const [opened, setOpened] = useState(() => openedWith(props));
  const { command } = opened;
  const isStop = STOPPING.includes(command.name);
  const { sheet, facts = [] } = isStop ? props : opened;
  const decided = aboutOfForm(command, sheet);
  const target = { ...opened.target, ...(decided !== undefined && { about: decided }) };
  const current = useQuery({ ...caseQuery(target.kind, target.reference), enabled: !!sheet });
  const shown = useAsked(withNews(sheet, current.data));
  const changes = command.fields.some(({ name }) => name === 'amountKobo');
  const [doubts, close] = useBatchDoubts(sheet);
  const approval = shown && 'digest' in shown && command.name === shown.agree ? shown : undefined;
  const left = approval ? leftOf(approval.confirmations) - 1 : 0;
  const form = useCommand({ target, command, back: props.back, onDone: onClose });
  const after = useAfterChange(command, target.reference, shown, form.values);
  const [openedAtMs] = useState(() => Date.now());
  const asked = current.dataUpdatedAt > openedAtMs ? current.data : undefined;
  const standing = standingOf(opened, props, asked, form);
  const [isSeen, setSeen] = useState(false);
  const isNarrow = useMediaQuery('(max-width: 760px), (max-height: 560px)');
  const navigate = useNavigate();
  // The case's page asks the case itself; lists lag a moment behind.
  const onAnew = () => {
    form.keepNote();
    onClose();
    const { kind, reference } = target;
    void navigate({ to: '/cases/$kind/$reference', params: { kind, reference } });
  };
  const { allowed, whyNot = 'This is not possible any more.' } = props.command;
  const me = useSession().data?.subject ?? '';
  const isBehind = standing === 'changed' || standing === 'moved';
  const notYet =
    approval && isOfBatch(approval) && !isSeen
      ? 'First look at all rows whose names differ or that are like another payment.'
      : after.search === 'open'
        ? 'First the desk looks for payments like it.'
        : whyNotMine(command, shown, me);
  const notNow = allowed ? 'First go on with the case as it is now.' : whyNot;
  const notSent = isBehind ? notNow : notYet;
  const isNotSent = standing === 'gone' && (!form.error || (isProblem(form.error) && form.error.hadNoEffect));
  const like = (after.alike ?? []).map(({ reference }) => reference).join(', ');
  const likeness = like && `; changed so, like ${like}`;
  const isDoubtful =
    like !== '' ||
    after.search === 'failed' ||
    command.name === 'acceptRows' ||
    (LETTING.includes(command.name) && (doubts !== '' || (!!shown && isInDoubt(shown))));
  const refused = shown && 'digest' in shown && command.name === shown.refuse ? shown : undefined;
  const lead = refused ? 'To be rejected: ' : changes ? 'So far: ' : '';
  const stays = refused?.ifRejected === undefined ? '' : `. ${refused.ifRejected}`;
  const goOn = () =>
    form.change(() => setOpened(openedWith({ ...props, sheet: withNews(props.sheet, asked) })));
  // The sheet shows a digest that the case sets.
  const fields = command.fields.filter(({ kind, value }) => kind !== 'sha256' || value === undefined);
  return (
    <FormDialog
      title={title ?? `${command.summary}: ${target.reference}`}
      size="lg"
      send={sendOf(command)}
      isSending={form.isSending}
      error={form.error}
      noValidate
      isTyped={form.isNoteKept}
      isInDoubt={isDoubtful}
      {...(shown && isNarrow && { brief: `${lead}${briefOf(shown)}${doubts}${close}${likeness}${stays}` })}
      {...(notSent !== undefined && { notYet: notSent })}
      {...(isBehind && allowed && { onGoOn: goOn })}
      {...(standing === 'gone' && { onAnew })}
      onSend={form.send}
      onClose={form.cancel}
    >
      {isNotSent && <Meanwhile shown={current.data} digest={target.digest} />}
      {props.about}
      {shown && (
        <section aria-label="What you decide about" className="card">
          <DecisionSheet item={shown} onSeen={setSeen} />
        </section>
      )}
      {facts.length > 0 && (
        <section
          aria-label={
            facts.some(({ name }) => name.startsWith('offer')) ? 'The offer' : 'What you decide about'
          }
          className="card"
        >
          <Facts facts={facts} />
        </section>
      )}
      {command.freshLogin && <FreshLogin />}
      {fields.map((field, place) => {
        const shared = {
          field,
          isFirst: place === 0,
          value: form.typed[field.name] ?? '',
          problem: form.problemOf(field.name),
          onChange: (value: string) => form.type(field.name, value),
        };
        return field.kind === 'document' ? (
          <DocumentInput key={field.name} {...shared} target={target} documents={documents} />
        ) : (
          <FieldInput key={field.name} {...shared} target={target} />
        );
      })}
      {command.name !== 'addNote' && (
        <NoteInput
          isNeeded={form.needsNote}
          // On a phone its keyboard would hide what is decided about.
          isFirst={fields.length === 0 && !isNarrow}
          value={form.note}
          problem={form.problemOf('note')}
          onChange={form.setNote}
        />
      )}
      <Others
        command={command}
        kind={target.kind}
        outcome={form.typed.outcome}
        isLast={approval !== undefined && left === 0}
        afterChange={after.others}
      />
      <Alike {...after} />
      {after.search === 'failed' && <NotLooked />}
      {command.name === 'release' && current.data && <AfterRelease shown={current.data} />}
      {left > 0 && (
        <Note tone="info">{`After your approval ${morePeople(left).toLowerCase()} must approve it.`}</Note>
      )}
      {approval?.what === 'case' && left === 0 && approval.kind !== 'limits' && (
        <Note tone="info">Yours is the last approval: {whenPaid(approval)}</Note>
      )}
      {isStop && isOther(opened, props) && (
        <Note tone="attention" role="alert">
          This has changed since the form was opened, which shows it as it is now. {!allowed && whyNot}
        </Note>
      )}
      {standing === 'changed' && (
        <Note tone="attention" role="alert">
          <strong>
            This has changed since the form was opened. What you decide about is shown as it was, a hold as it
            is now. Nothing was sent.
          </strong>
          {changedIn(facts, props.facts).map(({ name, label, value }) => (
            <span key={name} className="break">
              {label} now: {typeof value === 'number' ? nairaText(value) : value}
            </span>
          ))}
        </Note>
      )}
      {isNotSent && <Meanwhile shown={current.data} digest={target.digest} role="alert" />}
    </FormDialog>
  );
}

/** Labels of buttons that send a decision. */
const SENDS: Readonly<Record<string, string>> = {
  cancel: 'Send the cancellation',
  approve: 'Send the approval',
  confirmProposal: 'Send the approval',
  reject: 'Send the rejection',
  refuseProposal: 'Send the rejection',
  acceptRows: 'Pay these rows',
  excludeRows: 'Leave these rows out',
};

const sendOf = ({ name, summary, freshLogin }: OfferedCommand): string => {
  if (freshLogin) return 'Log in and send';
  return isWithdrawal(summary) ? 'Withdraw it' : (SENDS[name] ?? 'Send');
};

const openedWith = ({ target, command, document, sheet, facts = [] }: CommandDialogProps) => ({
  target: { ...target, ...(sheet && 'digest' in sheet && { digest: sheet.digest }) },
  command: document === undefined ? command : withValue(command, 'document', document),
  ...{ sheet, facts },
});

/** A command whose form begins with a value in its fields of one kind. */
export const withValue = (
  command: OfferedCommand,
  kind: FormField['kind'],
  value: string,
): OfferedCommand => ({
  ...command,
  fields: command.fields.map((field) => (field.kind === kind ? { ...field, value } : field)),
});

interface DocumentInputProps {
  readonly target: Target;
  readonly field: FormField;
  readonly documents: readonly StoredDocument[];
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (sha256: string) => void;
}

const DOCUMENT = '/api/cases/:kind/:reference/documents/:sha256';

/** Takes a document of the case, stored before or dropped here. */
function DocumentInput({ target, field, documents, value, problem, onChange }: DocumentInputProps) {
  const isKnown = value === '' || documents.some(({ sha256 }) => sha256 === value);
  const stored = documents.map(({ sha256, name, uploadedAt }) => ({
    value: sha256,
    label: `${name}, of ${lagosText(uploadedAt)}`,
  }));
  const fresh = isKnown ? [] : [{ value, label: 'Just stored' }];
  return (
    <>
      <UploadArea target={target} several={false} onStored={({ sha256 }) => onChange(sha256)} />
      <NativeSelect
        name={field.name}
        label={spoken(field.name)}
        description={field.about}
        error={problem}
        required={!field.optional}
        value={value}
        onChange={textOf(onChange)}
        data={[{ value: '', label: 'Choose' }, ...fresh, ...stored]}
      />
      {value !== '' && (
        <a
          href={addressOf(DOCUMENT, { params: { ...target, sha256: value } })}
          target="_blank"
          rel="noreferrer"
        >
          Look at this document in a tab of its own
        </a>
      )}
    </>
  );
}

/** When a payment goes out after its last approval. */
function whenPaid(item: PayoutFacts): string {
  if (isHeld(item)) return 'it is paid once somebody has released it.';
  return item.changing
    ? 'it is paid once people have decided about the proposed change.'
    : 'then it is paid, unless somebody holds it back, a change of it is proposed, or the bank cannot pay it now.';
}
