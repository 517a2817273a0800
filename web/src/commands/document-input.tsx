import { NativeSelect } from '@mantine/core';
import type { FormField, StoredDocument } from '../../../src/desk/contract';
import { shortDigest, spoken } from '../format/words';
import { lagosText } from '../format/time';
import { UploadArea } from './upload-area';
import type { Target } from './use-command';

interface DocumentInputProps {
  readonly target: Target;
  readonly field: FormField;
  readonly documents: readonly StoredDocument[];
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (sha256: string) => void;
}

/** A document of the case: stored already, or dropped here. */
export function DocumentInput({ target, field, documents, value, problem, onChange }: DocumentInputProps) {
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
