import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StoredDocument } from '../../../src/desk/contract';
import { DropTarget } from '../parts/drop-target';
import { useUploads, type Uploading } from './uploads';
import type { Target } from './use-command';

interface UploadAreaProps {
  readonly target: Target;
  readonly several?: boolean;
  readonly onStored?: (document: StoredDocument) => void;
  /** What can be done with a document once it is stored. */
  readonly actions?: (document: StoredDocument) => ReactNode;
}

const ACCEPTED = '.pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png';

/** Where documents are dropped, with the progress of each and its digest once it is stored. */
export function UploadArea({ target, several = true, onStored, actions }: UploadAreaProps) {
  const { uploads, add } = useUploads(target, onStored ?? (() => undefined));
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
      <span className="grow">
        <strong className="break">{name} is stored</strong>
        <span className="second digest small soft">SHA-256 {stored.sha256}</span>
      </span>
      {actions?.(stored)}
    </li>
  );
}
