import { HOLDER_UNKNOWN } from '../../parts/decision-sheet';
import type { CasePage } from '../../../../src/desk/contract';
import { inWords } from '../../format/words';
import { Note } from '../../parts/frames';

type Fact = CasePage['facts'][number];

/** The commands that answer or give up an offer: their forms show the borrower and its terms, if there is one. */
export const ABOUT_THE_OFFER = ['acceptOffer', 'declineOffer', 'withdraw'];

interface OfferProps {
  readonly shown: CasePage;
  readonly command: string;
}

/** Whose offer it is; and, before it is accepted, what accepting means. */
export const AboutOffer = ({ shown: { name, waiting, approvals, stage, facts }, command }: OfferProps) => (
  <>
    {name !== undefined && <p>{name}</p>}
    {waiting?.for === 'APPLICANT' && command !== 'withdraw' && (
      <Note tone="attention">
        <strong>The loan is held</strong>
        <span className="break">
          It waits for {inWords(waiting.about)}. The bank gets your answer once an officer says that it came
          back.
        </span>
      </Note>
    )}
    {command !== 'withdraw' && approvals.some(({ what }) => what === 'proposal') && (
      <Note tone="attention">
        A proposed change of this loan waits for a second person: until that is decided the case may refuse
        this.
      </Note>
    )}
    {command === 'withdraw' &&
      stage !== 'OFFER' &&
      facts.some(({ name: fact }) => fact === 'offerAmountKobo') && (
        <Note tone="attention">
          The offer has been accepted, and the bank has that. The loan stays open until the bank has closed
          the application: ask it to.
        </Note>
      )}
    {command === 'acceptOffer' && (
      <>
        <p>
          <strong>Accepting agrees to these terms with the bank on the borrower&rsquo;s behalf.</strong>
        </p>
        <p className="soft">The bank gives the due dates once the loan is disbursed.</p>
      </>
    )}
  </>
);

/** The terms of an offer; before it is accepted, also the account that the loan is paid into. */
export function offerFacts({ shown, command }: OfferProps): readonly Fact[] {
  const terms = shown.facts.filter(({ name }) => name.startsWith('offer'));
  return command === 'acceptOffer' ? [...terms, ...paidInto(shown)] : terms;
}

type Account = NonNullable<CasePage['disbursementAccount']>;

/** The account of a loan by the end of its number, and its bank. */
const accountText = ({ accountNumber, bankName, bankCode }: Account): string =>
  `${accountNumber}, ${bankName ?? `bank ${bankCode}`}`;

/** The account that a loan is paid into, in words. */
export function paidIntoText({ disbursementAccount: account, borrower }: CasePage): string {
  if (account) return accountText(account);
  // Without the borrower, the case did not tell its details.
  return borrower ? OWN_ACCOUNT : 'not known at the moment';
}

function paidInto(shown: CasePage): readonly Fact[] {
  const fact = (name: string, label: string, value: string): Fact => ({ name, label, value, kind: 'text' });
  const account = fact('paidInto', 'Paid into', paidIntoText(shown));
  if (!shown.disbursementAccount) return [account];
  return [account, fact('holder', 'Holder of the account', shown.payout?.resolvedName ?? HOLDER_UNKNOWN)];
}

const OWN_ACCOUNT = 'no account is set: the borrower’s own account with the bank';
