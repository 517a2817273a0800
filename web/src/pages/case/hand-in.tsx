import { Button, FileButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import type { CasePage, OfferedCommand } from '../../../../src/desk/contract';
import { post } from '../../api/client';
import { isProblem } from '../../api/problem';
import { useSending } from '../../api/sending';
import { storeDocument } from '../../api/upload';
import { useReceipts } from '../../commands/receipts';
import { ACCEPTED } from '../../commands/upload-area';
import { spoken } from '../../format/words';
import { useDrop } from '../../parts/drop-target';
import { HandInDialog } from './hand-in-dialog';
import { HeldLoan } from './held-loan';

interface HandInRowProps {
  readonly shown: CasePage;
  /** The item of the checklist. */
  readonly item: string;
  /** The command that hands it in; `undefined` if not allowed or not needed. */
  readonly command: OfferedCommand | undefined;
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

/** A file that was chosen for a row, with the command of that time. */
interface Chosen {
  readonly command: OfferedCommand;
  readonly file: File;
  readonly key: string;
}

/**
 * A row of the checklist. It shows a dropped or photographed document, and hands it in when a person says so. The
 * form stays also if somebody else hands in another one meanwhile, and then sends nothing.
 */
export function HandInRow({ shown, item, command: offered, children }: HandInRowProps) {
  const [chosen, setChosen] = useState<Chosen>();
  const receipts = useReceipts();
  const client = useQueryClient();
  const { kind, reference } = shown;
  const sending = useSending({
    send: async (signal) => {
      if (!chosen) throw new Error('no file was chosen');
      const { file, key, command } = chosen;
      const { sha256 } = await storeDocument({ kind, reference, file, onProgress: () => undefined });
      const tag = command.fields.some(({ name }) => name === 'tag') ? { tag: item } : {};
      return post('/api/cases/:kind/:reference/commands/:command', {
        params: { kind, reference, command: command.name },
        ...{ key, signal, body: { fields: { ...tag, document: sha256 } } },
      });
    },
    onSuccess: (receipt) => {
      const summary = [chosen?.command.summary, spoken(item)].join(': ');
      receipts.add({ kind, reference, summary, receipt });
      void client.invalidateQueries({ queryKey: ['case', kind, reference] });
      setChosen(undefined);
    },
  });
  // A row is often pressed a second time for a corrected file, even of the same name.
  const forget = [useRef<() => void>(null), useRef<() => void>(null)] as const;
  const take = (file: File | null | undefined) => {
    if (!file || chosen || !offered) return;
    sending.reset();
    setChosen({ file, command: offered, key: crypto.randomUUID() });
    for (const one of forget) one.current?.();
  };
  // After a lost answer it is sent again, and shows its receipt.
  const isUnanswered = isProblem(sending.error) && sending.error.isUnanswered;
  const { isOver, area } = useDrop(([file]) => take(file));
  const button = { size: 'xs', variant: 'default' } as const;
  return (
    <li className="drop-row" data-over={(offered && isOver) || undefined} {...area}>
      {children}
      {offered && (
        <>
          <FileButton accept={ACCEPTED} resetRef={forget[0]} onChange={take}>
            {(props) => (
              <Button {...props} {...button} aria-label={`Hand in a file as ${spoken(item)}`}>
                Hand in a file
              </Button>
            )}
          </FileButton>
          <FileButton
            accept="image/jpeg,image/png"
            capture="environment"
            resetRef={forget[1]}
            onChange={take}
          >
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
        </>
      )}
      {chosen && (
        <HandInDialog
          item={item}
          reference={reference}
          name={shown.name}
          file={chosen.file}
          isSending={sending.isPending}
          error={sending.error}
          about={<HeldLoan shown={shown} command={chosen.command.name} />}
          whyNot={shown.commands.find(({ name }) => name === chosen.command.name)?.whyNot}
          isAsked={offered !== undefined || sending.isPending || isUnanswered}
          onSend={sending.send}
          onClose={() => sending.cancel(() => setChosen(undefined))}
        />
      )}
    </li>
  );
}
