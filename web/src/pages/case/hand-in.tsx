import { Button, FileButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import type { CasePage, OfferedCommand } from '../../../../src/desk/contract';
import { post } from '../../api/client';
import { useSending } from '../../api/sending';
import { storeDocument } from '../../api/upload';
import { useReceipts } from '../../commands/receipts';
import { Refusal } from '../../commands/refusal';
import { ACCEPTED } from '../../commands/upload-area';
import { spoken } from '../../format/words';
import { useDrop } from '../../parts/drop-target';

interface HandInRowProps {
  readonly shown: CasePage;
  /** The item of the checklist. */
  readonly item: string;
  /** The command that hands it in. */
  readonly command: OfferedCommand;
  readonly children: ReactNode;
}

/** The commands that hand in a document and are allowed now. */
export const handInsAmong = (commands: readonly OfferedCommand[]) =>
  commands.filter(({ allowed, fields }) => allowed && fields.some(({ kind }) => kind === 'document'));

/** The command that hands in an item of the checklist; `undefined` if not allowed or not needed. */
export function commandFor({ commands }: CasePage, { item, status }: CasePage['checklist'][number]) {
  if (!['required', 'missing', 'rejected'].includes(status)) return undefined;
  const handIns = handInsAmong(commands);
  const takes = ({ name, fields }: OfferedCommand) =>
    name === 'submitBoardResolution'
      ? item === 'BOARD_RESOLUTION_DOC'
      : fields.some(({ values }) => values?.includes(item));
  return handIns.find((one) => one.fields.length === 1 && takes(one)) ?? handIns.find(takes);
}

/** A row of the checklist. It uploads and hands in a dropped or photographed document at once. */
export function HandInRow({ shown, item, command, children }: HandInRowProps) {
  const [name, setName] = useState('');
  const chosen = useRef<{ readonly file: File; readonly key: string }>(null);
  const receipts = useReceipts();
  const client = useQueryClient();
  const { kind, reference, stage } = shown;
  const sending = useSending({
    send: async (signal) => {
      if (!chosen.current) throw new Error('no file was chosen');
      const { file, key } = chosen.current;
      const { sha256 } = await storeDocument({ kind, reference, file, onProgress: () => undefined });
      const tag = command.fields.some(({ name }) => name === 'tag') ? { tag: item } : {};
      return post('/api/cases/:kind/:reference/commands/:command', {
        params: { kind, reference, command: command.name },
        ...{ key, signal, body: { fields: { ...tag, document: sha256 }, expectedStage: stage } },
      });
    },
    onSuccess: (receipt) => {
      receipts.add({ kind, reference, summary: `${command.summary}: ${spoken(item)}`, receipt });
      void client.invalidateQueries({ queryKey: ['case', kind, reference] });
    },
  });
  const take = (file: File | null | undefined) => {
    if (!file) return;
    chosen.current = { file, key: crypto.randomUUID() };
    setName(file.name);
    sending.send();
  };
  const { isOver, area } = useDrop(([file]) => take(file));
  const button = { size: 'xs', variant: 'default', loading: sending.isPending } as const;
  return (
    <li className="drop-row" data-over={isOver || undefined} {...area}>
      {children}
      <FileButton accept={ACCEPTED} onChange={take}>
        {(props) => (
          <Button {...props} {...button} aria-label={`Hand in a file as ${spoken(item)}`}>
            Hand in a file
          </Button>
        )}
      </FileButton>
      <FileButton accept="image/jpeg,image/png" capture="environment" onChange={take}>
        {(props) => (
          <Button
            {...props}
            {...button}
            className="only-narrow"
            aria-label={`Photograph and hand in as ${spoken(item)}`}
          >
            Photograph
          </Button>
        )}
      </FileButton>
      {sending.isError && <strong className="break">{name}</strong>}
      <Refusal error={sending.error} isSending={sending.isPending} />
    </li>
  );
}
