import { useEffect, useState, type ReactNode } from 'react';
import { FormDialog } from '../../commands/form-dialog';
import { sizeText, spoken } from '../../format/words';
import { Pair, Pairs } from '../../parts/facts';
import { Note } from '../../parts/frames';

interface HandInDialogProps {
  /** The item of the checklist, and the case. */
  readonly item: string;
  readonly reference: string;
  /** Whose case it is. */
  readonly name: string | undefined;
  readonly file: File;
  /** Whether the case still asks for it. */
  readonly isAsked: boolean;
  /** Why the command that hands it in is not possible, if the case says so. */
  readonly whyNot: string | undefined;
  readonly about: ReactNode;
  readonly isSending: boolean;
  readonly error: unknown;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** Asks before a file goes to the bank: its name, size and content, and what it is handed in as. */
export const HandInDialog = ({
  item,
  reference,
  name,
  file,
  isAsked,
  whyNot,
  about,
  ...form
}: HandInDialogProps) => (
  <FormDialog
    title={`Hand in as ${spoken(item)}: ${reference}`}
    size="lg"
    send="Hand in"
    {...form}
    {...(!isAsked && { notYet: 'It cannot be handed in now.' })}
  >
    {!isAsked && (
      <Note tone="attention" role="alert">
        {whyNot ??
          'This document is not asked for any more: somebody else has handed one in, or the case has moved on.'}{' '}
        Nothing was sent from this form.
      </Note>
    )}
    {about}
    <p>{TO_THE_BANK}</p>
    <Pairs>
      {name !== undefined && <Pair name="Borrower">{name}</Pair>}
      <Pair name="Document">{spoken(item)}</Pair>
      <Pair name="File">{file.name}</Pair>
      <Pair name="Size">{sizeText(file.size)}</Pair>
    </Pairs>
    <LocalPreview file={file} as={spoken(item)} />
  </FormDialog>
);

/** What every form that hands in a document says of it. */
export const TO_THE_BANK = 'The bank gets this document. It cannot be taken back.';

const PICTURES = ['image/jpeg', 'image/png'];
const PDF = 'application/pdf';

/** A file of this machine, shown before it is sent anywhere. */
function LocalPreview({ file, as }: { readonly file: File; readonly as: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (![PDF, ...PICTURES].includes(file.type)) return undefined;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const title = `Preview of ${file.name}: ${as}`;
  if (address === undefined)
    return <p className="soft">No preview: it does not look like a PDF or a picture.</p>;
  return file.type === PDF ? (
    <iframe className="preview small" title={title} src={address} />
  ) : (
    <img className="preview small" alt={title} src={address} />
  );
}
