import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StoredDocument } from '../../../src/desk/contract';
import { sentenceOf } from '../api/problem';
import { digestOf, uploadDocument } from '../api/upload';
import type { Target } from './use-command';

/** One file on its way to the case. */
export interface Uploading {
  readonly id: string;
  readonly name: string;
  /** From 0 to 1. */
  readonly part: number;
  readonly stored?: StoredDocument;
  readonly refusal?: string;
}

/** Largest document that the bank takes. */
const MEGABYTES_MAX = 10;

/** Uploads files to a case, each by itself, with its progress; what is stored is compared with what was sent. */
export function useUploads(target: Target, onStored: (document: StoredDocument) => void) {
  const [uploads, setUploads] = useState<readonly Uploading[]>([]);
  const client = useQueryClient();
  const update = (id: string, change: Partial<Uploading>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)));
  const store = async (file: File, id: string): Promise<Partial<Uploading>> => {
    if (file.size > MEGABYTES_MAX * 1e6) return { refusal: `It is larger than ${MEGABYTES_MAX} MB.` };
    const onProgress = (part: number) => update(id, { part });
    const [stored, digest] = await Promise.all([
      uploadDocument({ kind: target.kind, reference: target.reference, file, key: id, onProgress }),
      digestOf(file),
    ]);
    if (stored.sha256 !== digest)
      return { refusal: 'What was stored is not what this machine has sent: upload it again.' };
    void client.invalidateQueries({ queryKey: ['case', target.kind, target.reference] });
    onStored(stored);
    return { part: 1, stored };
  };
  const upload = async (file: File, id: string) => {
    const refused = (error: unknown) => ({ refusal: sentenceOf(error) });
    update(id, await store(file, id).catch(refused));
  };
  const add = (files: readonly File[]) => {
    const begun = files.map((file) => ({ file, id: crypto.randomUUID() }));
    setUploads((all) => [...all, ...begun.map(({ file, id }) => ({ id, name: file.name, part: 0 }))]);
    for (const { file, id } of begun) void upload(file, id);
  };
  return { uploads, add };
}
