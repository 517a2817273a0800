import { Button, TextInput } from '@mantine/core';
import type { OfferedCommand, StoredDocument } from '../../../src/desk/contract';
import { DocumentInput } from './document-input';
import { FieldInput } from './field-input';
import { FormDialog } from './form-dialog';
import { FreshLogin, Refusal } from './refusal';
import { useCommand, type Target } from './use-command';

interface CommandDialogProps {
  readonly target: Target;
  readonly command: OfferedCommand;
  readonly documents: readonly StoredDocument[];
  /** A document that was just uploaded, to be handed in. */
  readonly document?: string | undefined;
  readonly onClose: () => void;
}

/** Longest note for the timeline, in characters. */
const NOTE_MAX = 500;

/** The form of one command. It closes when the receipt is here, and shows why not where it is refused. */
export function CommandDialog({ target, command, documents, document, onClose }: CommandDialogProps) {
  const offered = document === undefined ? command : withDocument(command, document);
  const form = useCommand(target, offered, onClose);
  return (
    <FormDialog onClose={form.cancel} title={command.summary} size="lg">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.send();
        }}
        // The Enter that has opened the form, held a moment too long, must not send it.
        onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      >
        {command.freshLogin && <FreshLogin />}
        {offered.fields.map((field, place) => {
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
          data-autofocus={offered.fields.length === 0 || undefined}
          description="Optional. Never personal data."
          maxLength={NOTE_MAX}
          autoComplete="off"
          value={form.note}
          onChange={(event) => form.setNote(event.currentTarget.value)}
          error={form.problemOf('note')}
        />
        <Refusal error={form.error} />
        <div className="row end">
          <Button variant="default" onClick={form.cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSending}>
            {command.freshLogin ? 'Log in and send' : 'Send'}
          </Button>
        </div>
      </form>
    </FormDialog>
  );
}

const withDocument = (command: OfferedCommand, sha256: string): OfferedCommand => ({
  ...command,
  fields: command.fields.map((field) => (field.kind === 'document' ? { ...field, value: sha256 } : field)),
});
