import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type {
  ApprovalItem,
  OfferedCommand,
  PayoutFacts,
  StoredDocument,
  FormField,
} from '../../../src/desk/contract';
import { DecisionSheet } from '../parts/decision-sheet';
import { FieldInput } from './field-input';
import { FormDialog } from './form-dialog';
import { FreshLogin } from './refusal';
import { useCommand, type Target } from './use-command';
import { shortDigest, spoken } from '../format/words';
import { lagosText } from '../format/time';
import { UploadArea } from './upload-area';

interface CommandDialogProps {
  readonly target: Target;
  readonly command: OfferedCommand;
  readonly documents: readonly StoredDocument[];
  /** A document that was just uploaded, to be handed in. */
  readonly document?: string | undefined;
  /** What the command decides about: it stands on top of the form. */
  readonly sheet?: PayoutFacts | ApprovalItem | undefined;
  readonly onClose: () => void;
}

/** Longest note for the timeline, in characters. */
const NOTE_MAX = 500;

/**
 * The form of one command. It closes when the receipt is here, and shows why not where it is refused. Stage, fields and
 * sheet stay as they were on the screen when it was opened: a case that has moved on meanwhile refuses the command.
 */
export function CommandDialog(props: CommandDialogProps) {
  const { documents, onClose } = props;
  const [{ target, command, sheet }] = useState(() => openedWith(props));
  const form = useCommand(target, command, onClose);
  // A digest that the case shows is folded into the sheet.
  const asked = command.fields.filter(({ kind, value }) => kind !== 'sha256' || value === undefined);
  return (
    <FormDialog
      title={command.summary}
      size="lg"
      send={command.freshLogin ? 'Log in and send' : 'Send'}
      isSending={form.isSending}
      error={form.error}
      noValidate
      onSend={form.send}
      onClose={form.cancel}
    >
      {sheet && (
        <section aria-label="What you decide about" className="card">
          <DecisionSheet item={sheet} />
        </section>
      )}
      {command.freshLogin && <FreshLogin />}
      {asked.map((field, place) => {
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
          <FieldInput key={field.name} {...shared} />
        );
      })}
      <TextInput
        label="Note for the timeline (optional)"
        data-autofocus={asked.length === 0 || undefined}
        description="Optional. Never personal data."
        maxLength={NOTE_MAX}
        autoComplete="off"
        value={form.note}
        onChange={(event) => form.setNote(event.currentTarget.value)}
        error={form.problemOf('note')}
      />
    </FormDialog>
  );
}

const openedWith = ({ target, command, document, sheet }: CommandDialogProps) => ({
  target: { ...target, ...(sheet && 'digest' in sheet && { digest: sheet.digest }) },
  command: document === undefined ? command : withDocument(command, document),
  sheet,
});

const withDocument = (command: OfferedCommand, sha256: string): OfferedCommand => ({
  ...command,
  fields: command.fields.map((field) => (field.kind === 'document' ? { ...field, value: sha256 } : field)),
});

interface DocumentInputProps {
  readonly target: Target;
  readonly field: FormField;
  readonly documents: readonly StoredDocument[];
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (sha256: string) => void;
}

/** A document of the case: stored already, or dropped here. */
function DocumentInput({ target, field, documents, value, problem, onChange }: DocumentInputProps) {
  const isKnown = value === '' || documents.some(({ sha256 }) => sha256 === value);
  const stored = documents.map(({ sha256, contentType, uploadedAt }) => ({
    value: sha256,
    label: `${contentType.split('/')[1]?.toUpperCase()} of ${lagosText(uploadedAt)}, ${shortDigest(sha256)}`,
  }));
  const fresh = isKnown ? [] : [{ value, label: `Just stored, ${shortDigest(value)}` }];
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
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[{ value: '', label: 'Choose' }, ...fresh, ...stored]}
      />
    </>
  );
}
