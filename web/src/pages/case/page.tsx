import { type ReactNode, lazy, Suspense, useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ApprovalItem, CasePage as Case, OfferedCommand } from '../../../../src/desk/contract';
import { banksQuery, caseQuery } from '../../api/queries';
import { CommandList } from '../../commands/command-list';
import { ReceiptList } from '../../commands/receipts';
import { fieldsInWords, inWords, spoken } from '../../format/words';
import { DecisionSheet } from '../../parts/decision-sheet';
import { bankOf } from '../../parts/bank-code';
import { Facts, Pair, Pairs } from '../../parts/facts';
import { Copy } from '../../parts/copy';
import { Card, Note, Page } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import { Person } from '../../parts/person';
import { useCaseView, useCaseName } from '../../app/page-address';
import { Decisions, Related } from './related';
import { BorrowerCard } from './borrower';
import { AboutCharge } from './charge';
import { HeldLoan } from './held-loan';
import { Documents } from './documents';
import { TO_THE_BANK } from './hand-in-dialog';
import { ABOUT_THE_OFFER, AboutOffer, offerFacts } from './offer';
import { proposalOf, recommendedIn, Stages, Status } from './status';
import { CaseTimeline } from './timeline';
import { CommandDialog } from '../../commands/command-dialog';
import { answerTo, DecisionButtons } from '../../commands/decision-buttons';
import { useSession } from '../../api/session';
import { Loading } from '../../parts/states';

/** Everything about one case, and its commands. */
export default function CasePage(): ReactNode {
  const { kind, reference } = useCaseName();
  const query = useQuery(caseQuery(kind, reference));
  return (
    <Loaded key={`${kind}:${reference}`} query={query} what={`${spoken(kind)} ${reference}`}>
      {(shown) => <CaseView shown={shown} isStale={query.isError} />}
    </Loaded>
  );
}

function CaseView({ shown, isStale }: { readonly shown: Case; readonly isStale: boolean }) {
  const { kind, reference } = shown;
  const { do: command, digest, document } = useCaseView();
  const navigate = useNavigate();
  const show = (search: { do?: string; digest?: string; document?: string }) =>
    void navigate({
      to: '/cases/$kind/$reference',
      params: { kind, reference },
      search,
      replace: true,
      resetScroll: false,
    });
  return (
    <Page
      title={`${spoken(kind)} ${reference}`}
      about={<Head shown={shown} />}
      aside={<Copy value={reference} what="the reference" />}
    >
      <Status shown={shown} isStale={isStale} />
      <ReceiptList kind={kind} reference={reference} />
      <Stages stages={shown.stages} />
      <div className="split">
        <Decided shown={shown} onDecide={(item, which) => show({ do: item[which], digest: item.digest })} />
        <div className="stack wide aside">
          <Card title="What you may do now">
            <CommandList
              commands={shown.commands.filter((one) => !one.allowed || !isOnCard(shown, one))}
              recommended={recommendedIn(shown)}
              ended={shown.ended}
              onOpen={(name) => show({ do: name })}
            />
          </Card>
          <Card title="Facts">
            {shown.facts.length === 0 ? (
              <p className="soft">Nothing is known yet.</p>
            ) : (
              <Facts facts={shown.facts} />
            )}
            <StatementAccount shown={shown} />
          </Card>
          <Related shown={shown} />
        </div>
        <div className="stack wide">
          {shown.borrower && <BorrowerCard shown={shown} borrower={shown.borrower} />}
          <Decisions decisions={shown.decisions} timeline={shown.timeline} />
          {kind === 'batch' && <KindParts shown={shown} />}
          <Documents shown={shown} preview={command === undefined ? document : undefined} onShow={show} />
          <CaseTimeline shown={shown} />
        </div>
      </div>
      <OpenCommand {...{ shown, command, digest, document }} onClose={() => show({})} />
    </Page>
  );
}

/** The open approvals and proposals that a command of this name answers. */
const answeredBy = ({ approvals }: Case, name: string | undefined) =>
  approvals.filter(({ agree, refuse }) => [agree, refuse].some((one) => one === name));

/** Whether each of several approvals and proposals has a button of its own for the command. */
const isOnCard = (shown: Case, { name }: OfferedCommand): boolean =>
  shown.approvals.length > 1 && answeredBy(shown, name).length > 0;

interface DecidedProps {
  readonly shown: Case;
  readonly onDecide: (item: ApprovalItem, which: 'agree' | 'refuse') => void;
}

/** The open approvals, or else the payout, and differences, before the buttons on every screen. */
function Decided({ shown, onDecide }: DecidedProps) {
  const { approvals, commands, payout, kind } = shown;
  const isShown = approvals.some(({ what }) => what === 'case');
  const hasDifferences = kind === 'reconciliation';
  if (approvals.length === 0 && !payout && !hasDifferences) return null;
  return (
    <div className="stack wide first">
      {approvals.map((item) => (
        <Card key={item.digest} title={item.command === undefined ? 'To be approved' : spoken(item.command)}>
          <div className="stack">
            <DecisionSheet item={item} />
            {approvals.length > 1 && (
              <DecisionButtons item={item} commands={commands} onDecide={(which) => onDecide(item, which)} />
            )}
          </div>
        </Card>
      ))}
      {payout && !isShown && (
        <Card title={kind === 'loan' ? 'Account to pay into' : 'Payment'}>
          <DecisionSheet item={payout} />
        </Card>
      )}
      {hasDifferences && <KindParts shown={shown} />}
    </div>
  );
}

const Head = ({ shown: { name, assignee, branch } }: { readonly shown: Case }) => (
  <>
    {name !== undefined && `${name} · `}
    {assignee === undefined ? (
      'No assignee'
    ) : (
      <>
        Looked after by <Person subject={assignee} />
      </>
    )}
    {branch !== undefined && ` · branch ${branch}`}
  </>
);

/** While a loan's bank statement can be asked for again: where it was asked for, as the form shows it. */
function StatementAccount({ shown: { commands, kind } }: { readonly shown: Case }) {
  const { data } = useQuery({ ...banksQuery, enabled: kind === 'loan' });
  const { fields = [], allowed } = commands.find(({ name }) => name === 'correctBankStatement') ?? {};
  const [code, account] = ['sortCode', 'accountNumber'].map(
    (wanted) => fields.find(({ name }) => name === wanted)?.present,
  );
  if (!allowed || code === undefined) return null;
  const bank = bankOf(data?.banks ?? [], String(code))?.name;
  return (
    <Pairs>
      <Pair name="Bank statement from">{[bank, code, account].filter(Boolean).join(', ')}</Pair>
    </Pairs>
  );
}

interface OpenCommandProps {
  readonly shown: Case;
  readonly command: string | undefined;
  /** Digest of the approval or proposal that it answers, if the case has several. */
  readonly digest: string | undefined;
  readonly document: string | undefined;
  readonly onClose: () => void;
}

/** The form of the command in the address; one of several proposals is chosen on the page. */
function OpenCommand({ shown, command, digest, document, onClose }: OpenCommandProps) {
  const me = useSession().data?.subject ?? '';
  const [opened, setOpened] = useState<{ readonly key: string; readonly item: ApprovalItem }>();
  const key = [command, digest].join(' ');
  const open = answeredBy(shown, command);
  const isChosen = digest !== undefined || open.length === 1;
  const found = isChosen ? open.find((one) => one.digest === (digest ?? one.digest)) : undefined;
  // A form stays open though its proposal was decided meanwhile, or another one has come.
  const held = opened?.key === key ? opened.item : undefined;
  if (found && found.digest !== held?.digest) setOpened({ key, item: found });
  const item = found ?? held;
  const named = shown.commands.find(({ name }) => name === command);
  const isUnclear = named !== undefined && !item && (digest !== undefined || open.length > 1);
  useEffect(() => {
    if (!isUnclear) return;
    globalThis.document.querySelector<HTMLElement>(`[data-answer="${command}"]`)?.focus();
    onClose();
  });
  if (!named || isUnclear) return null;
  const offered = item ? answerTo(item, named, shown.commands, me) : named;
  const { kind, reference, stage, changes, documents } = shown;
  const isAboutOffer = ABOUT_THE_OFFER.includes(offered.name);
  return (
    <CommandDialog
      key={key}
      target={{ kind, reference, stage, ...(changes !== undefined && { changes }) }}
      command={offered}
      documents={documents.map((one) => ({ ...one, name: [one.name, ...usesOf(shown, one)].join(', ') }))}
      document={document}
      sheet={item ?? shown.payout}
      about={
        <>
          {aboutOf(shown, offered)}
          <HeldLoan shown={shown} command={offered.name} />
          {proposalOf(shown, offered).map(({ digest: one, proposedBy, instruction }) => (
            <Note key={one} tone="attention">
              <span className="break">
                <Person subject={proposedBy ?? 'Somebody'} /> has proposed this already
                {instruction && ` (${fieldsInWords(instruction)})`}, and it waits for a second person. What
                you send replaces it.
              </span>
            </Note>
          ))}
        </>
      }
      facts={isAboutOffer ? offerFacts({ shown, command: offered.name }) : factsFor(shown, offered)}
      onClose={onClose}
    />
  );
}

/** What a document was handed in as before. */
const usesOf = ({ checklist }: Case, { sha256 }: Case['documents'][number]) =>
  checklist.filter((row) => row.sha256 === sha256).map(({ item }) => `handed in as ${spoken(item)}`);

function aboutOf(shown: Case, offered: OfferedCommand): ReactNode {
  const { name: command } = offered;
  if (differencesIn(shown, offered).length > 0)
    return (
      <Suspense fallback={<Loading what="Differences" />}>
        <Differences reference={shown.reference} isEnded={shown.ended} prefix="To be closed: " />
      </Suspense>
    );
  if (command === 'chargeNow' || command === 'resumeCharging') return <AboutCharge shown={shown} />;
  if (ABOUT_THE_OFFER.includes(command)) return <AboutOffer shown={shown} command={command} />;
  const isHandedIn = offered.fields.some(({ kind }) => kind === 'document');
  return (
    <>
      {shown.kind === 'loan' && shown.name !== undefined && <p>Borrower: {shown.name}</p>}
      {isHandedIn && <p>{TO_THE_BANK}</p>}
    </>
  );
}

/** What else a form is about: the sums of a reconciliation, a charge, or what an applicant was asked. */
function factsFor(shown: Case, offered: OfferedCommand): Case['facts'] {
  const { waiting, attention } = shown;
  if (offered.name === 'confirmCustomer' && attention)
    return [{ name: 'differs', label: 'What was found', value: attention.cause, kind: 'text' }];
  if (offered.name === 'chargeNow')
    return shown.facts.filter(({ name }) => ['charging', 'chargeAsked'].includes(name));
  if (offered.name === 'resolveCharge')
    return shown.facts.filter(({ name }) => name.startsWith('openCharge'));
  return offered.name === 'resumeApplication' && waiting?.for === 'APPLICANT'
    ? [{ name: 'asked', label: 'Was asked', value: inWords(waiting.about), kind: 'text' }]
    : differencesIn(shown, offered);
}

/** The sums that a person closes a reconciliation with. */
const differencesIn = ({ kind, facts }: Case, { name }: OfferedCommand) =>
  kind === 'reconciliation' && ['resolveAttention', 'cancel'].includes(name) ? facts : [];

const BatchPart = lazy(() => import('./batch-results'));
const Differences = lazy(() => import('../reconciliation/differences'));

/** The parts of single kinds of case: the rows of a batch, the differences of a reconciliation. */
function KindParts({ shown: { kind, reference, ended } }: { readonly shown: Case }) {
  const mayUse = useSession().data?.mayUse ?? [];
  return (
    <Suspense fallback={<Loading what="Documents" />}>
      {kind === 'batch' && mayUse.includes('batchProgress') && <BatchPart reference={reference} />}
      {kind === 'reconciliation' && mayUse.includes('reconciliation') && (
        <Differences reference={reference} isEnded={ended} />
      )}
    </Suspense>
  );
}
