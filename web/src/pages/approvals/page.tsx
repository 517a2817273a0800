import { Kbd, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { ApprovalItem, OfferedCommand } from '../../../../src/desk/contract';
import { approvalsQuery, caseQuery } from '../../api/queries';
import { nairaText } from '../../format/money';
import { counted, spoken } from '../../format/words';
import { ReceiptList, useReceipts } from '../../commands/receipts';
import { DecisionSheet } from '../../parts/decision-sheet';
import { CommandButton, Card, Page, Note } from '../../parts/frames';
import { CaseLink } from '../../parts/case-link';
import { Loaded } from '../../parts/loaded';
import { Pager } from '../../parts/pager';
import { Empty } from '../../parts/states';
import { APPROVED_KINDS, useApprovalsView, type ApprovalsView } from '../../app/views';
import { ApprovalTable, keyOf } from './approval-table';
import { CommandDialog } from '../../commands/command-dialog';
import { Dialog } from '../../commands/form-dialog';

/** The open approvals, and beside the list all content of the chosen digest. */
export default function ApprovalsPage(): ReactNode {
  const view = useApprovalsView();
  const query = useQuery({ ...approvalsQuery(view), placeholderData: keepPreviousData });
  const { given } = useReceipts();
  // The list lags a moment behind the receipt.
  const isOpen = (item: ApprovalItem) => !given.some((one) => isReceiptOf(one, item));
  return (
    <Page
      title="Approvals"
      about="What others have made or proposed. Look at all of it before you approve or reject."
    >
      <ReceiptList />
      <Loaded query={query} what="Waiting for another person">
        {({ items, total, forMe, forMeKobo }) => (
          <>
            <div className="row spread">
              <p>
                <strong>{`${counted(forMe, 'case')} for you: ${nairaText(forMeKobo)}`}</strong>
              </p>
              <Choices view={view} />
            </div>
            {items.some(isOpen) ? (
              <Both items={items.filter(isOpen)} />
            ) : (
              <div className="card">
                <Empty title="Nothing waits for you">
                  What others make and you may approve comes here by itself.
                </Empty>
              </div>
            )}
            <Pager page={view.page} shown={items.length} total={total} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The kind of cases shown, and their order; the address holds both. */
function Choices({ view: { kind, sort } }: { readonly view: ApprovalsView }) {
  const navigate = useNavigate();
  const show = (search: object) => void navigate({ to: '/approvals', search });
  const of = (name: string) => (event: { readonly currentTarget: { readonly value: string } }) =>
    show({ kind, sort, [name]: event.currentTarget.value || undefined });
  return (
    <div className="row">
      <NativeSelect
        size="xs"
        aria-label="Kind"
        value={kind ?? ''}
        onChange={of('kind')}
        data={[
          { value: '', label: 'All' },
          ...APPROVED_KINDS.map((value) => ({ value, label: spoken(value) })),
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label="Order"
        value={sort ?? ''}
        onChange={of('sort')}
        data={[
          { value: '', label: 'Longest wait first' },
          { value: 'amount', label: 'Largest amount first' },
        ]}
      />
    </div>
  );
}

type Given = ReturnType<typeof useReceipts>['given'][number];

const isReceiptOf = ({ kind, reference, digest, receipt }: Given, item: ApprovalItem) =>
  kind === item.kind && reference === item.reference && digest === item.digest && !receipt.proposed;

/** Screens on which the list leaves no room beside it. */
const NARROW = '(max-width: 760px)';

function Both({ items }: { readonly items: readonly ApprovalItem[] }) {
  const [key, setKey] = useState<string>();
  const [deciding, setDeciding] = useState<'agree' | 'refuse'>();
  const isNarrow = useMediaQuery(NARROW);
  const chosen = items.find((item) => keyOf(item) === key);
  const choose = useCallback((item: ApprovalItem) => setKey(keyOf(item)), []);
  const sheet = useRef<HTMLDivElement>(null);
  // A chosen item is already shown, so pressing it goes on to the decision.
  const press = (item: ApprovalItem) =>
    item === chosen ? sheet.current?.querySelector<HTMLElement>('.commands button')?.focus() : choose(item);
  useKeys(items, chosen, choose, (which) => isInView(sheet.current) && setDeciding(which));
  return (
    <div className="split even">
      <ApprovalTable items={items} chosen={chosen} onChoose={press} />
      {chosen && !isNarrow && (
        <div ref={sheet} className="sheet">
          <Chosen item={chosen} onDecide={setDeciding} />
        </div>
      )}
      {chosen && isNarrow && !deciding && (
        <Dialog title={`Approval of ${chosen.reference}`} fullScreen onClose={() => setKey(undefined)}>
          <Chosen item={chosen} onDecide={setDeciding} />
        </Dialog>
      )}
      {!chosen && !isNarrow && (
        <div className="card">
          <Empty title="Choose one of the list">
            What is to be decided is shown here: amount, accounts, names, remark, makers.
          </Empty>
        </div>
      )}
      {chosen && deciding && (
        <Decision key={keyOf(chosen)} item={chosen} which={deciding} onClose={() => setDeciding(undefined)} />
      )}
    </div>
  );
}

/** Whether any of the sheet is visible: nobody decides about a sheet that is scrolled away. */
function isInView(sheet: HTMLElement | null): boolean {
  const place = sheet?.getBoundingClientRect();
  return place !== undefined && place.top < window.innerHeight && place.bottom > 0;
}

interface ChosenProps {
  readonly item: ApprovalItem;
  readonly onDecide: (which: 'agree' | 'refuse') => void;
}

function Chosen({ item, onDecide }: ChosenProps) {
  const { kind, reference } = item;
  const offered = useQuery({ ...caseQuery(kind, reference), refetchInterval: false }).data?.commands;
  const summaryOf = (name: string) => offered?.find((command) => command.name === name)?.summary;
  return (
    <Card title={`Approval of ${reference}`} aside={<CaseLink kind={kind} reference={reference} />}>
      <div className="stack">
        <DecisionSheet item={item} />
        {item.allowed && (
          <div className="stack tight commands">
            <CommandButton rightSection={<Kbd aria-hidden="true">a</Kbd>} onClick={() => onDecide('agree')}>
              {summaryOf(item.agree) ?? 'Approve'}
            </CommandButton>
            <CommandButton
              variant="default"
              rightSection={<Kbd aria-hidden="true">r</Kbd>}
              onClick={() => onDecide('refuse')}
            >
              {summaryOf(item.refuse) ?? 'Reject'}
            </CommandButton>
          </div>
        )}
        <p className="small soft">
          j and k choose, Enter goes on to the buttons, a approves, r rejects; each opens its form, with all
          of this on top.
        </p>
      </div>
    </Card>
  );
}

/** Keys: j and k choose, Enter goes on to the decision, a and r open its form, never for an unseen item. */
function useKeys(
  items: readonly ApprovalItem[],
  chosen: ApprovalItem | undefined,
  choose: (item: ApprovalItem) => void,
  decide: (which: 'agree' | 'refuse') => void,
): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        document.querySelector('[role=dialog]') ||
        (event.target as HTMLElement).closest('input, textarea, select')
      )
        return;
      const here = chosen ? items.indexOf(chosen) : -1;
      const next = { j: items[Math.min(here + 1, items.length - 1)], k: items[Math.max(here - 1, 0)] }[
        event.key
      ];
      if (next) {
        choose(next);
        document.querySelector<HTMLElement>(`[data-approval="${CSS.escape(keyOf(next))}"]`)?.focus();
      }
      if (chosen?.allowed && event.key === 'a') decide('agree');
      if (chosen?.allowed && event.key === 'r') decide('refuse');
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [items, chosen, choose, decide]);
}

interface DecisionProps {
  readonly item: ApprovalItem;
  readonly which: 'agree' | 'refuse';
  readonly onClose: () => void;
}

/**
 * The form that agrees or refuses. It keeps the shown digest even if the case has changed since; the case
 * itself refuses another one.
 */
function Decision({ item, which, onClose }: DecisionProps) {
  const { kind, reference } = item;
  const query = useQuery({ ...caseQuery(kind, reference), refetchInterval: false });
  const name = which === 'agree' ? item.agree : item.refuse;
  const command = query.data?.commands.find((one) => one.name === name);
  if (query.data && command?.allowed)
    return (
      <CommandDialog
        target={{ kind, reference, stage: query.data.stage }}
        command={withDigest(command, item)}
        documents={[]}
        sheet={item}
        onClose={onClose}
      />
    );
  return (
    <Dialog onClose={onClose} title={`Approval of ${reference}`}>
      <Loaded query={query} what={reference}>
        {() => (
          <Note tone="danger">
            <strong>It cannot be decided now</strong>
            <span>{command?.whyNot ?? 'This command cannot be given now.'}</span>
          </Note>
        )}
      </Loaded>
    </Dialog>
  );
}

const withDigest = (
  command: OfferedCommand,
  { agree, digest, freshLogin }: ApprovalItem,
): OfferedCommand => ({
  ...command,
  freshLogin: command.freshLogin || (command.name === agree && freshLogin),
  fields: command.fields.map((field) => (field.kind === 'sha256' ? { ...field, value: digest } : field)),
});
