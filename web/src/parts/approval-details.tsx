import type { ApprovalItem } from '../../../src/desk/contract';
import { nairaText } from '../format/money';
import { counted, spoken } from '../format/words';
import { texts } from '../texts';
import { Pair, Pairs } from './facts';
import { Note } from './frames';
import { Instant } from './instant';
import { NameComparison } from './name-comparison';

const { approvals } = texts;

/** Exactly what the digest stands for, and who stands behind it. */
export const ApprovalDetails = ({ item }: { readonly item: ApprovalItem }) => (
  <div className="stack">
    {item.amountKobo !== undefined && <p className="amount-big">{nairaText(item.amountKobo)}</p>}
    {item.instruction !== undefined && <p className="break">{item.instruction}</p>}
    {item.givenName !== undefined && (
      <NameComparison given={item.givenName} resolved={item.resolvedName} verdict={item.nameVerdict} />
    )}
    <Pairs>
      <Optional name={approvals.from} value={ending(item.sourceEndsWith)} />
      <Optional name={approvals.to} value={ending(item.beneficiaryEndsWith, item.bankName)} />
      <Costs item={item} />
      <Optional name={approvals.remark} value={item.remark} />
      <Optional name={approvals.rows} value={rowsText(item)} />
      <Optional name={approvals.largest} value={kobo(item.largestKobo)} />
      {item.others?.map(({ name, value }) => (
        <Optional key={name} name={spoken(name)} value={value} />
      ))}
      <Optional name={approvals.makers} value={item.makers.join(', ')} />
      <Optional name={approvals.approvers} value={item.approvers.join(', ')} />
      <Optional
        name={approvals.confirmations}
        value={`${item.confirmations}, by ${item.roles.join(' or ')}`}
      />
      <Optional name={approvals.policy} value={policyText(item)} />
      {item.until !== undefined && (
        <Pair name={approvals.until}>
          <Instant at={item.until} />
        </Pair>
      )}
    </Pairs>
    <div className="stack tight">
      <span className="small soft">{approvals.digest}</span>
      <span className="digest">{item.digest}</span>
    </div>
    {item.whyNot !== undefined && (
      <Note tone="info">
        <strong>{approvals.notYou}</strong>
        <span>{item.whyNot}</span>
      </Note>
    )}
  </div>
);

/** What leaves the account beside the amount. */
const Costs = ({ item: { dutyKobo, purpose } }: { readonly item: ApprovalItem }) => {
  if (dutyKobo === undefined) return null;
  const none = [approvals.noDuty, purpose && spoken(purpose)].filter(Boolean).join(': ');
  return (
    <>
      <Pair name={approvals.fee}>{approvals.feeUnknown}</Pair>
      <Pair name={approvals.duty}>{dutyKobo > 0 ? nairaText(dutyKobo) : none}</Pair>
    </>
  );
};

const Optional = ({ name, value }: { readonly name: string; readonly value: string | undefined }) =>
  value === undefined || value === '' ? null : <Pair name={name}>{value}</Pair>;

const ending = (digits: string | undefined, bank?: string) =>
  digits === undefined ? bank : [bank, `…${digits}`].filter(Boolean).join(' ');

const kobo = (amount: number | undefined) => (amount === undefined ? undefined : nairaText(amount));

const rowsText = ({ rows, beneficiaries }: ApprovalItem) =>
  rows === undefined
    ? undefined
    : [
        counted(rows, 'row'),
        beneficiaries === undefined ? '' : counted(beneficiaries, 'beneficiary', 'beneficiaries'),
      ]
        .filter(Boolean)
        .join(' to ');

const policyText = ({ policyVersion, policyDigest }: ApprovalItem) =>
  policyVersion === undefined
    ? undefined
    : `version ${policyVersion}${policyDigest === undefined ? '' : `, ${policyDigest.slice(0, 12)}…`}`;
