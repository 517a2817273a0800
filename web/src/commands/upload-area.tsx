import { Progress } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { StoredDocument } from '../../../src/desk/contract';
import { DropTarget } from '../parts/drop-target';
import type { Target } from './use-command';
import { sentenceOf } from '../api/problem';
import { storeDocument } from '../api/upload';

interface UploadAreaProps {
  readonly target: Target;
  readonly several?: boolean;
  readonly onStored: (document: StoredDocument) => void;
  /** Actions on a document once it is stored. */
  readonly actions?: (document: StoredDocument) => ReactNode;
}

export const ACCEPTED = '.pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png';

/** An area to drop documents on, with the progress of each. */
export function UploadArea({ target, several = true, onStored, actions }: UploadAreaProps) {
  const { uploads, add } = useUploads(target, onStored);
  return (
    <div className="stack tight">
      <DropTarget
        label={several ? 'Drop documents here' : 'Drop a document here'}
        hint="PDF, JPEG or PNG, up to 10 MB each"
        accept={ACCEPTED}
        several={several}
        onFiles={add}
      />
      {uploads.length > 0 && (
        <ul className="list" aria-label="Uploads" aria-live="polite">
          {uploads.map((upload) => (
            <UploadLine key={upload.id} upload={upload} actions={actions} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface UploadLineProps {
  readonly upload: Uploading;
  readonly actions: UploadAreaProps['actions'];
}

function UploadLine({ upload: { name, part, stored, refusal }, actions }: UploadLineProps) {
  if (refusal !== undefined)
    return (
      <li>
        <span className="grow break">
          <strong>{name} was not taken</strong> {refusal}
        </span>
      </li>
    );
  if (!stored)
    return (
      <li>
        <span className="grow break">Uploading {name}</span>
        <Progress w="100%" aria-label={`Uploading ${name}`} value={100 * part} />
      </li>
    );
  return (
    <li>
      <strong className="grow break">{name} is stored</strong>
      {actions?.(stored)}
    </li>
  );
}

/** One file that is being uploaded. */
interface Uploading {
  readonly id: string;
  readonly name: string;
  /** The sent part, from 0 to 1. */
  readonly part: number;
  readonly stored?: StoredDocument;
  readonly refusal?: string;
}

/** Uploads files to a case, each separately, with its progress. */
function useUploads(target: Target, onStored: (document: StoredDocument) => void) {
  const [uploads, setUploads] = useState<readonly Uploading[]>([]);
  const client = useQueryClient();
  const update = (id: string, change: Partial<Uploading>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)));
  const upload = async (file: File) => {
    const { kind, reference } = target;
    const id = crypto.randomUUID();
    setUploads((all) => [...all, { id, name: file.name, part: 0 }]);
    try {
      const onProgress = (part: number) => update(id, { part });
      const stored = await storeDocument({ kind, reference, file, onProgress });
      void client.invalidateQueries({ queryKey: ['case', kind, reference] });
      update(id, { part: 1, stored });
      onStored(stored);
    } catch (error) {
      update(id, { refusal: sentenceOf(error) });
    }
  };
  const add = (files: readonly File[]) => {
    for (const file of files) void upload(file);
  };
  return { uploads, add };
}
