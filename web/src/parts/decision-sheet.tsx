import type { ApprovalItem, PayoutFacts } from '../../../src/desk/contract';
import { nairaText } from '../format/money';
import { counted, spoken } from '../format/words';
import { Pair, Pairs } from './facts';
import { Note } from './frames';
import { Instant } from './instant';
import { NameComparison } from './name-comparison';

/** What a person looks at before deciding: exactly what the digest of an approval stands for, or a payout as it stands. */
export const DecisionSheet = ({ item }: { readonly item: PayoutFacts | ApprovalItem }) => {
  const approval = 'digest' in item ? item : undefined;
  return (
    <div className="stack">
      {item.amountKobo !== undefined && <p className="amount-big">{nairaText(item.amountKobo)}</p>}
      <Proposed item={approval} />
      {item.givenName !== undefined && (
        <NameComparison given={item.givenName} resolved={item.resolvedName} verdict={item.nameVerdict} />
      )}
      <Pairs>
        <Optional name="Paid to" value={ending(item.beneficiaryEndsWith)} />
        <Optional name="Bank" value={bankText(item)} />
        <Optional name="Paid from" value={ending(item.sourceEndsWith)} />
        <Costs item={item} />
        <Optional name="Remark" value={item.remark} />
        {approval && <Batch item={approval} />}
        <Optional name="Made or changed by" value={item.makers.join(', ')} />
        {approval && <Agreement item={approval} />}
      </Pairs>
      {approval && (
        <details>
          <summary className="small">Digest (SHA-256) of all of this, but for fee and duty</summary>
          <span className="digest">{approval.digest}</span>
        </details>
      )}
      {approval?.whyNot !== undefined && (
        <Note tone="info">
          <strong>Another person has to decide</strong>
          <span>{approval.whyNot}</span>
        </Note>
      )}
    </div>
  );
};

/** What a proposed command would do: old beside new where it changes what the case has. */
function Proposed({ item }: { readonly item: ApprovalItem | undefined }) {
  if (item?.changes === undefined)
    return item?.instruction === undefined ? null : <p className="break">{item.instruction}</p>;
  return (
    <Pairs>
      {item.changes.map(({ name, from, to }) => (
        <Pair key={name} name={spoken(name)}>
          {from !== undefined && from !== to && (
            <>
              <span className="unseen">now </span>
              <del>{valueText(name, from)}</del> <span aria-hidden="true">→</span>{' '}
              <span className="unseen">, proposed </span>
            </>
          )}
          <strong>{valueText(name, to)}</strong>
        </Pair>
      ))}
    </Pairs>
  );
}

/** A value of a command's field for people. */
export const valueText = (name: string, value: string | number): string =>
  name.endsWith('Kobo') && typeof value === 'number' ? nairaText(value) : String(value);

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
    <Optional name="Agreed so far" value={item.approvers.join(', ')} />
    <Optional name="Agreed" value={`${item.confirmations}, by ${item.roles.join(' or ')}`} />
    <Optional name="Policy" value={policyText(item)} />
    {item.until !== undefined && (
      <Pair name="Lapses">
        <Instant at={item.until} />
      </Pair>
    )}
  </>
);

/** What leaves the account beside the amount. */
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

const ending = (digits: string | undefined) => (digits === undefined ? undefined : `…${digits}`);

const bankText = ({ bankCode, bankName }: PayoutFacts) =>
  bankName === undefined ? bankCode && `code ${bankCode}` : [bankName, bankCode].filter(Boolean).join(', ');

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
