import { lazy, Suspense } from 'react';
import type { ApprovalItem, PayoutFacts } from '../../../src/desk/contract';
import { accountText } from '../../../src/domain/payout/terms';
import { nairaText } from '../format/money';
import { withLagosTimes } from '../format/time';
import { counted, rolesText, spoken, valueText } from '../format/words';
import { Alike } from './alike';
import { Copy } from './copy';
import { Pair, Pairs } from './facts';
import { Badge, Note } from './frames';
import { Changing, HeldBack, reasonText } from './held';
import { isHeld } from './is-held';
import { Instant } from './instant';
import { NameComparison } from './name-comparison';
import { HolderEnquiry, useAnswer } from './name-enquiry';
import { Person, Persons } from './person';
import { Loading } from './states';

const Payees = lazy(() => import('./payees'));
const DoubtfulPayees = lazy(() => import('./payees').then((file) => ({ default: file.DoubtfulPayees })));
const ProposedRows = lazy(() => import('./payees').then((file) => ({ default: file.ProposedRows })));

interface DecisionSheetProps {
  readonly item: PayoutFacts | ApprovalItem;
  /** Gets whether the payees of a batch to look at first have all been in view. */
  readonly onSeen?: ((isSeen: boolean) => void) | undefined;
}

/** The facts for a decision: exactly the content of an approval's digest, or a payout's present data. */
export const DecisionSheet = ({ item: told, onSeen }: DecisionSheetProps) => {
  const item = useAsked(told);
  const approval = 'digest' in item ? item : undefined;
  const batch = isOfBatch(item) ? item : undefined;
  const rows = approval?.changes?.find(({ name }) => name === 'rows')?.to;
  return (
    <div className="stack">
      {item.amountKobo !== undefined && (
        <p className="amount-big">
          {nairaText(item.amountKobo)} <Was value={kobo(item.before?.amountKobo)} />
        </p>
      )}
      {batch && (
        <Suspense fallback={<Loading what="Payees" />}>
          <DoubtfulPayees reference={batch.reference} digest={batch.digest} onSeen={onSeen} />
        </Suspense>
      )}
      {item.before && <Badge tone="attention">Changed since it was made</Badge>}
      {approval?.command !== undefined && <p className="sentence break">Proposed: {approval.command}</p>}
      <Proposed item={approval} />
      {approval && isAccountUnknown(approval) && <HolderEnquiry {...proposedAccount(approval)} />}
      {approval?.kind === 'batch' && rows !== undefined && (
        <Suspense fallback={<Loading what="Payees" />}>
          <ProposedRows reference={approval.reference} rows={String(rows)} />
        </Suspense>
      )}
      {approval?.note !== undefined && (
        <Note tone="info">
          <span className="break">Said for it: “{approval.note}”</span>
        </Note>
      )}
      {item.givenName !== undefined && (
        <NameComparison
          {...(isOfLoan(item) && { label: 'Borrower' })}
          given={item.givenName}
          resolved={item.resolvedName}
          verdict={item.nameVerdict}
        />
      )}
      <Confirmed item={item} />
      <HeldBack held={item.held} />
      <Changing changing={item.changing} />
      {[approval?.meanwhile ?? [], approval?.ifRejected ?? []].flat().map((told) => (
        <Note key={told} tone="attention">
          <span className="break">{withLagosTimes(told)}</span>
        </Note>
      ))}
      <Alike {...item} to={isAccountChanged(item) ? 'the account as it is proposed' : undefined} />
      <Pairs>
        {item.givenName === undefined && (
          <Optional name={approval?.kind === 'loan' ? 'Borrower' : 'Name'} value={approval?.name} />
        )}
        {approval && isAccountUnknown(approval) && <Pair name="Holder of the account">{HOLDER_UNKNOWN}</Pair>}
        <Optional name="Name before" value={item.before?.givenName} />
        <Account item={item} />
        {bankText(item) !== undefined && (
          <Pair name={isAccountChanged(item) ? 'Bank now' : 'Bank'}>
            {bankText(item)} <Was value={item.before?.bank} />
          </Pair>
        )}
        <Optional name="Paid from" value={item.source && accountText(item.source)} />
        <Costs item={item} />
        <Optional name="Remark" value={item.remark} />
        <Optional name="Remark before" value={item.before?.remark} />
        {approval && <Batch item={approval} />}
        <Everybody name="Proposed by" subjects={[approval?.proposedBy ?? []].flat()} />
        <Everybody name="Made or changed by" subjects={item.makers} />
        {approval && <Agreement item={approval} />}
      </Pairs>
      {batch && (
        <Suspense fallback={<Loading what="Payees" />}>
          {/* A form stands over a page that has them, too: landmarks need names of their own. */}
          <Payees
            reference={batch.reference}
            digest={batch.digest}
            {...(onSeen && { title: 'All payees' })}
          />
        </Suspense>
      )}
      {approval && (
        <details>
          <summary className="small">For the record</summary>
          <span className="digest">SHA-256 of all of this, but for fee and duty: {approval.digest}</span>
        </details>
      )}
      {approval?.whyNot !== undefined && <Note tone="info">{approval.whyNot}</Note>}
    </div>
  );
};

/** The holder of a loan's account whose name the bank has not told yet. */
export const HOLDER_UNKNOWN =
  'not compared yet: before the loan is paid, the bank’s name for the account is compared with the borrower’s; if they differ, people decide';

/** Whether another account of a loan is proposed, in whose name the bank does not say yet. */
const isAccountUnknown = (item: ApprovalItem): boolean =>
  item.kind === 'loan' && item.resolvedName === undefined && isAccountChanged(item);

const isAccountChanged = (item: PayoutFacts | ApprovalItem): boolean =>
  'changes' in item &&
  item.changes?.some(({ name }) => ['accountNumber', 'bankCode'].includes(name)) === true;

/** The account that is proposed, under the borrower's name; the text of a bank ends in its code. */
function proposedAccount({ changes = [], name = '' }: ApprovalItem) {
  const proposed = (field: string) => String(changes.find((one) => one.name === field)?.to ?? '');
  const bankCode = proposed('bankCode').split(', ').at(-1) ?? '';
  return { bankCode, accountNumber: proposed('accountNumber'), accountName: name };
}

/** The same with the holder of a loan's account, once a person has asked the bank for it. */
export function useAsked<I extends PayoutFacts | ApprovalItem | undefined>(item: I): I {
  const account = item && 'digest' in item && isAccountUnknown(item) ? proposedAccount(item) : undefined;
  const answer = useAnswer(account);
  if (!account || !answer) return item;
  const { accountName: resolvedName, verdict: nameVerdict } = answer;
  return { ...item, givenName: account.accountName, resolvedName, nameVerdict };
}

const NeverPaid = () => <Badge tone="attention">Never paid before</Badge>;

/** Whether the approval of a whole batch is shown, so that its payees belong to it. */
export const isOfBatch = (item: PayoutFacts | ApprovalItem): item is ApprovalItem =>
  'digest' in item && item.kind === 'batch' && item.what === 'case';

/** The original value of a changed field. */
const Was = ({ value }: { readonly value: string | undefined }) =>
  value === undefined ? null : (
    <span className="small soft">
      was <del>{value}</del>
    </span>
  );

const Account = ({ item }: { readonly item: PayoutFacts | ApprovalItem }) => {
  const { beneficiaryAccount: whole, beneficiaryEndsWith: end, before } = item;
  if (whole === undefined && end === undefined) return null;
  return (
    <Pair name={isAccountChanged(item) ? 'Paid to now' : 'Paid to'}>
      {whole ?? `…${end}`} {whole !== undefined && <Copy value={whole} what="the account" isBeside />}{' '}
      {item.isNew && !isAccountChanged(item) && <NeverPaid />} <Was value={before?.account} />
    </Pair>
  );
};

/** Says that a person has vouched for names that differ. */
const Confirmed = ({ item: { nameConfirmed: confirmed } }: { readonly item: PayoutFacts }) =>
  confirmed && (
    <Note tone="attention">
      <span>
        The names differ; <Person subject={confirmed.by} /> has confirmed that the account is the
        beneficiary&rsquo;s: {reasonText(confirmed.why, confirmed.note)}
      </span>
    </Note>
  );

/** What is decided about in a line: amount, account with its holder, bank, and what speaks against it. */
export function briefOf(item: PayoutFacts | ApprovalItem): string {
  const changes = ('changes' in item && item.changes) || [];
  const proposed = (name: string) => changes.find((one) => one.name === name)?.to;
  return [
    item.amountKobo === undefined ? undefined : nairaText(item.amountKobo),
    'rows' in item && item.rows !== undefined ? counted(item.rows, 'row') : undefined,
    proposed('accountName') ?? item.resolvedName ?? item.givenName,
    proposed('accountNumber') ?? item.beneficiaryAccount,
    proposed('bankCode') ?? bankText(item),
    item.givenName !== undefined &&
      item.nameVerdict === 'mismatch' &&
      `but the names differ: ${isOfLoan(item) ? 'the borrower is' : 'given was'} ${item.givenName}`,
    'digest' in item && isAccountUnknown(item) && 'but its holder is not known yet',
    item.alike?.length && `but like ${item.alike.map(({ reference }) => reference).join(', ')}`,
    item.changing && 'but a change of it is proposed',
    isHeld(item) && `but it is held back: ${spoken(item.held?.why ?? '')}`,
  ]
    .filter(Boolean)
    .join(', ');
}

const isOfLoan = (item: PayoutFacts | ApprovalItem) => 'kind' in item && item.kind === 'loan';

/**
 * Whether a person holds it back, its names differ, its holder is not known, or another payment is like it: no button
 * then invites to let it through.
 */
export const isInDoubt = (item: PayoutFacts | ApprovalItem): boolean =>
  isHeld(item) ||
  item.changing !== undefined ||
  item.nameVerdict === 'mismatch' ||
  (item.alike ?? []).length > 0 ||
  ('digest' in item && isAccountUnknown(item));

/** The effect of a proposed command, with old values beside the new ones. */
function Proposed({ item }: { readonly item: ApprovalItem | undefined }) {
  if (item?.changes === undefined)
    return item?.instruction === undefined ? null : <p className="break">{item.instruction}</p>;
  return (
    <Pairs>
      {item.changes.map(({ name, from, to }) => (
        <Pair key={`${name} ${to}`} name={spoken(name)}>
          {isAccountUnknown(item) && name === 'accountNumber' && from === undefined && 'none set before → '}
          {from !== undefined && from !== to && (
            <>
              <span className="unseen">now </span>
              <del>{valueText(name, from)}</del> <span aria-hidden="true">→</span>{' '}
              <span className="unseen">, proposed </span>
            </>
          )}
          <strong>{valueText(name, to)}</strong> {name === 'accountNumber' && item.isNew && <NeverPaid />}
        </Pair>
      ))}
    </Pairs>
  );
}

const Batch = ({ item }: { readonly item: ApprovalItem }) => (
  <>
    <Optional name="Rows" value={rowsText(item)} />
    <Optional name="Largest row" value={kobo(item.largestKobo)} />
    {item.others?.map(({ name, value }) => (
      <Optional key={name} name={spoken(name)} value={value} />
    ))}
  </>
);

const Agreement = ({ item }: { readonly item: ApprovalItem }) => (
  <>
    <Everybody name="Approved so far by" subjects={item.approvers} />
    <Optional name="Approvals" value={`${item.confirmations}, by ${rolesText(item.roles)}`} />
    {item.policyVersion !== undefined && <Pair name="Policy">version {item.policyVersion}</Pair>}
    {item.until !== undefined && (
      <Pair name="Lapses">
        <Instant at={item.until} />
      </Pair>
    )}
  </>
);

/** Fee and stamp duty, which leave the account beside the amount. */
const Costs = ({ item: { dutyKobo, feeKobo, purpose } }: { readonly item: PayoutFacts }) => {
  if (dutyKobo === undefined) return null;
  const none = ['none', purpose && spoken(purpose)].filter(Boolean).join(': ');
  return (
    <>
      <Pair name="Fee">{kobo(feeKobo) ?? "known after the bank's reply"}</Pair>
      <Pair name="Stamp duty">{dutyKobo > 0 ? nairaText(dutyKobo) : none}</Pair>
    </>
  );
};

const Optional = ({ name, value }: { readonly name: string; readonly value: string | undefined }) =>
  value === undefined || value === '' ? null : <Pair name={name}>{value}</Pair>;

const Everybody = ({ name, subjects }: { readonly name: string; readonly subjects: readonly string[] }) =>
  subjects.length === 0 ? null : (
    <Pair name={name}>
      <Persons subjects={subjects} />
    </Pair>
  );

const bankText = ({ bankCode, bankName }: PayoutFacts) =>
  bankName === undefined ? bankCode && `code ${bankCode}` : [bankName, bankCode].filter(Boolean).join(', ');

const kobo = (amount: number | undefined) => (amount === undefined ? undefined : nairaText(amount));

function rowsText({ rows, beneficiaries: payees }: ApprovalItem): string | undefined {
  if (rows === undefined) return undefined;
  const to = payees === undefined ? '' : ` to ${counted(payees, 'beneficiary', 'beneficiaries')}`;
  return `${counted(rows, 'row')}${to}`;
}
