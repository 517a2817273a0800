import type { ApprovalItem } from '../../../src/desk/contract';
import { nairaText } from '../format/money';
import { counted, spoken } from '../format/words';
import { Pair, Pairs } from './facts';
import { Note } from './frames';
import { Instant } from './instant';
import { NameComparison } from './name-comparison';

/** Exactly what the digest stands for, and who stands behind it. */
export const ApprovalDetails = ({ item }: { readonly item: ApprovalItem }) => (
  <div className="stack">
    {item.amountKobo !== undefined && <p className="amount-big">{nairaText(item.amountKobo)}</p>}
    {item.instruction !== undefined && <p className="break">{item.instruction}</p>}
    {item.givenName !== undefined && (
      <NameComparison given={item.givenName} resolved={item.resolvedName} verdict={item.nameVerdict} />
    )}
    <Pairs>
      <Optional name="Paid from" value={ending(item.sourceEndsWith)} />
      <Optional name="Paid to" value={ending(item.beneficiaryEndsWith, item.bankName)} />
      <Costs item={item} />
      <Optional name="Remark" value={item.remark} />
      <Optional name="Rows" value={rowsText(item)} />
      <Optional name="Largest row" value={kobo(item.largestKobo)} />
      {item.others?.map(({ name, value }) => (
        <Optional key={name} name={spoken(name)} value={value} />
      ))}
      <Optional name="Made or changed by" value={item.makers.join(', ')} />
      <Optional name="Agreed so far" value={item.approvers.join(', ')} />
      <Optional name="Agreed" value={`${item.confirmations}, by ${item.roles.join(' or ')}`} />
      <Optional name="Policy" value={policyText(item)} />
      {item.until !== undefined && (
        <Pair name="Lapses">
          <Instant at={item.until} />
        </Pair>
      )}
    </Pairs>
    <div className="stack tight">
      <span className="small soft">Digest (SHA-256) of all of this, but for fee and duty</span>
      <span className="digest">{item.digest}</span>
    </div>
    {item.whyNot !== undefined && (
      <Note tone="info">
        <strong>Another person has to decide</strong>
        <span>{item.whyNot}</span>
      </Note>
    )}
  </div>
);

/** What leaves the account beside the amount. */
const Costs = ({ item: { dutyKobo, purpose } }: { readonly item: ApprovalItem }) => {
  if (dutyKobo === undefined) return null;
  const none = ['none', purpose && spoken(purpose)].filter(Boolean).join(': ');
  return (
    <>
      <Pair name="Fee">known after the bank's reply</Pair>
      <Pair name="Stamp duty">{dutyKobo > 0 ? nairaText(dutyKobo) : none}</Pair>
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
