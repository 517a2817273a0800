import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import type { ApprovalItem, OfferedCommand } from '../../../../src/desk/contract';
import { approvalsQuery, caseQuery } from '../../api/queries';
import { useSession } from '../../api/session';
import { counted } from '../../format/words';
import { ReceiptList, useReceipts } from '../../commands/receipts';
import { DecisionSheet } from '../../parts/decision-sheet';
import { Card, Page, Note } from '../../parts/frames';
import { CaseLink } from '../../parts/case-link';
import { Loaded } from '../../parts/loaded';
import { Pager } from '../../parts/pager';
import { Empty } from '../../parts/states';
import { useApprovalsView, type ApprovalsView } from '../../app/page-address';
import { isReceiptOf, useIsCounted } from './decided';
import { ApprovalTable, keyOf } from './approval-table';
import { Choices, EmptyList, namesDiffer, toPayOut } from './choices';
import { useKeys } from './use-keys';
import { CommandDialog } from '../../commands/command-dialog';
import { withNews } from '../../commands/form-standing';
import { answerTo, DecisionButtons } from '../../commands/decision-buttons';
import { Dialog } from '../../commands/form-dialog';

/** The open approvals, and beside the list all content of the chosen digest. */
export default function ApprovalsPage(): ReactNode {
  const { chosen, ...view } = useApprovalsView();
  const { differ: _differ, ...asked } = view;
  const query = useQuery({ ...approvalsQuery(asked), placeholderData: keepPreviousData });
  const isCounted = useIsCounted();
  return (
    <Page
      title="Approvals"
      about="What others have made or proposed. Look at all of it before you approve or reject."
    >
      <ReceiptList />
      <Loaded query={query} what="Waiting for another person">
        {({ items, total, forMe, ...sum }) => (
          <>
            <div className="row spread">
              <p>
                {/* Hidden, it keeps its room, so that no row moves. */}
                <strong
                  style={isCounted(items, query) ? {} : { visibility: 'hidden' }}
                >{`${counted(forMe, 'case')} for you${toPayOut(sum)}`}</strong>
              </p>
              <Choices view={view} items={items} total={total} />
            </div>
            <Both key={JSON.stringify(view)} items={items} view={view} first={chosen} />
            <Pager page={view.page} shown={items.length} total={total} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Screens on which the list leaves no room beside it. */
const NARROW = '(max-width: 760px)';

interface BothProps {
  readonly items: readonly ApprovalItem[];
  readonly view: ApprovalsView;
  /** The key of the item that is chosen first, if any. */
  readonly first: string | undefined;
}

/** The list, and beside it or above it what was chosen, which stays though the list no longer has it. */
function Both({ items: listed, view, first }: BothProps) {
  const { given } = useReceipts();
  const [held, setHeld] = useState(() => listed.find((item) => keyOf(item) === first));
  const [deciding, setDeciding] = useState<Pick<DecisionProps, 'item' | 'which'>>();
  const isNarrow = useMediaQuery(NARROW);
  // The list lags a moment behind the receipt.
  const isOpen = (item: ApprovalItem) => !given.some((one) => isReceiptOf(one, item));
  const items = listed.filter((item) => isOpen(item) && (!view.differ || namesDiffer(item)));
  const current = held && items.find((item) => keyOf(item) === keyOf(held));
  const chosen = current ?? (held && isOpen(held) ? held : undefined);
  const close = () => setHeld(undefined);
  const decide = (which: 'agree' | 'refuse') => chosen && setDeciding({ item: chosen, which });
  const sheet = useRef<HTMLDivElement>(null);
  // A chosen item is already shown, so pressing it goes on to the decision.
  const press = (item: ApprovalItem) =>
    item === chosen ? sheet.current?.querySelector<HTMLElement>('.commands button')?.focus() : setHeld(item);
  useKeys(items, chosen, setHeld, (which) => isInView(sheet.current) && decide(which));
  const router = useRouter();
  /** This list after a decision, with the next item chosen; on a phone that would hide the receipt. */
  const backAfter = (item: ApprovalItem) => {
    const place = items.findIndex((one) => keyOf(one) === keyOf(item));
    const next = items.slice(place + 1).find(({ allowed }) => allowed);
    const search = { ...view, ...(next && !isNarrow && { chosen: keyOf(next) }) };
    return router.buildLocation({ to: '/approvals', search }).href;
  };
  const content = chosen && <Chosen item={chosen} isListed={current !== undefined} onDecide={decide} />;
  return (
    <div className={items.length > 0 || chosen ? 'split even' : ''}>
      {items.length > 0 ? (
        <ApprovalTable items={items} chosen={chosen} onChoose={press} />
      ) : (
        <div className="card">
          <EmptyList view={view} />
        </div>
      )}
      {content && !isNarrow && (
        <div ref={sheet} className="sheet">
          {content}
        </div>
      )}
      {chosen && isNarrow && !deciding && (
        <Dialog title={`Approval of ${chosen.reference}`} fullScreen onClose={close}>
          {content}
        </Dialog>
      )}
      {!chosen && !isNarrow && items.length > 0 && (
        <div className="card">
          <Empty title="Choose one of the list">
            What is to be decided is shown here: amount, accounts, names, remark, makers.
          </Empty>
        </div>
      )}
      {deciding && (
        <Decision {...deciding} back={backAfter(deciding.item)} onClose={() => setDeciding(undefined)} />
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
  /** Whether the list still has it. */
  readonly isListed: boolean;
  readonly onDecide: (which: 'agree' | 'refuse') => void;
}

function Chosen({ item: listed, isListed, onDecide }: ChosenProps) {
  const { kind, reference } = listed;
  const { data } = useQuery(caseQuery(kind, reference));
  const { commands = [], approvals = [] } = data ?? {};
  // The list lags behind a hold or a change.
  const item = withNews(listed, data);
  const isAsked = isListed || approvals.some(({ digest }) => digest === item.digest);
  const isChanged = approvals.some(({ what }) => what === item.what);
  return (
    <Card title={`Approval of ${reference}`} aside={<CaseLink kind={kind} reference={reference} />}>
      <div className="stack">
        <DecisionSheet item={item} />
        {!isAsked && (
          <Note tone="attention" role="alert">
            <strong>
              {isChanged ? 'This has changed, and is shown as it was' : 'This has left the list'}
            </strong>
            <span>
              {isChanged
                ? 'Choose it in the list again, once that has it as it is now.'
                : 'Perhaps another person has decided it. Its case says.'}
            </span>
          </Note>
        )}
        {item.allowed && isAsked && (
          <DecisionButtons item={item} commands={commands} isChosen onDecide={onDecide} />
        )}
        <p className="small soft only-wide">
          j and k choose, Enter goes on to the buttons, a approves, r rejects; each opens its form, with all
          of this on top.
        </p>
      </div>
    </Card>
  );
}

interface DecisionProps {
  readonly item: ApprovalItem;
  readonly which: 'agree' | 'refuse';
  readonly back: string;
  readonly onClose: () => void;
}

/**
 * The form that agrees or refuses. It keeps command and digest as they were shown even if the case has changed
 * since; the case itself refuses another one.
 */
function Decision({ item, which, back, onClose }: DecisionProps) {
  const { kind, reference } = item;
  const [opened, setOpened] = useState<{ readonly command: OfferedCommand; readonly stage: string }>();
  const me = useSession().data?.subject ?? '';
  // A case that does not answer is asked again, until the form opens.
  const query = useQuery({ ...caseQuery(kind, reference), ...(opened && { refetchInterval: false }) });
  const name = which === 'agree' ? item.agree : item.refuse;
  const command = query.data?.commands.find((one) => one.name === name);
  if (!opened && query.data && command?.allowed)
    setOpened({ command: answerTo(item, command, query.data.commands, me), stage: query.data.stage });
  // Of one answer with the count of changes: a proposal's digest does not cover the whole case.
  const { changes, approvals = [] } = query.data ?? {};
  const sheet = approvals.find(({ digest }) => digest === item.digest) ?? item;
  if (opened)
    return (
      <CommandDialog
        target={{ kind, reference, stage: opened.stage, ...(changes !== undefined && { changes }) }}
        command={opened.command}
        documents={[]}
        sheet={sheet}
        back={back}
        onClose={onClose}
      />
    );
  return (
    <Dialog onClose={onClose} title={`Approval of ${reference}`}>
      <Loaded query={query} what={reference}>
        {({ unanswered }) => (
          <Note tone="danger">
            <strong>It cannot be decided now</strong>
            <span>{command?.whyNot ?? unanswered ?? 'This command cannot be given now.'}</span>
          </Note>
        )}
      </Loaded>
    </Dialog>
  );
}
