import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PayingTerms } from '../../../../src/desk/contract';
import { ruleFor } from '../../../../src/domain/case/agreement';
import { accountText } from '../../../../src/domain/payout/terms';
import { alikeQuery, payingTermsQuery } from '../../api/queries';
import { Dialog } from '../../commands/form-dialog';
import { nairaText } from '../../format/money';
import { othersText } from '../../format/words';
import { Alike, NotLooked } from '../../parts/alike';
import { Pair, Pairs } from '../../parts/facts';
import { Note } from '../../parts/frames';
import { NameComparison } from '../../parts/name-comparison';

/** The parts of a payout's file that a person reads once more. */
export interface Order {
  readonly reference: string;
  readonly amountKobo: number;
  readonly source: { readonly accountNumber: string };
  readonly beneficiary: {
    readonly bankCode: string;
    readonly bankName?: string;
    readonly accountNumber: string;
    readonly accountName: string;
  };
  readonly remark: string;
}

interface LastLookProps {
  readonly order: Order;
  /** The name on the account, if a person has asked the bank for it. */
  readonly resolved: string | undefined;
  readonly verdict: string | undefined;
  readonly isSending: boolean;
  readonly onSend: () => void;
  readonly onBack: () => void;
}

/** A payout as it will be started, to be read once more: it may be paid at once. */
export function LastLook({ order, resolved, verdict, isSending, onSend, onBack }: LastLookProps) {
  const { data: terms } = useQuery(payingTermsQuery);
  const { reference, amountKobo, source, beneficiary, remark } = order;
  const { bankCode, bankName, accountNumber, accountName } = beneficiary;
  const others = useQuery(alikeQuery({ bankCode, accountNumber, amountKobo }));
  const alike = others.data?.alike ?? [];
  const ours = terms?.accounts.find((one) => one.accountNumber === source.accountNumber) ?? source;
  return (
    <Dialog title="Start this payout?" onClose={onBack}>
      <div className="stack">
        <p className="amount-big">{nairaText(amountKobo)}</p>
        <Pairs>
          <Pair name="Reference">{reference}</Pair>
          <Pair name="To account">{accountNumber}</Pair>
          <Pair name="Bank">{[bankName, bankCode].filter(Boolean).join(', ')}</Pair>
          {resolved === undefined && <Pair name="Name that was given">{accountName}</Pair>}
          <Pair name="Remark">{remark}</Pair>
          <Pair name="Paid from">{accountText(ours)}</Pair>
        </Pairs>
        {resolved !== undefined && (
          <NameComparison given={accountName} resolved={resolved} verdict={verdict} />
        )}
        <Alike alike={alike} amountKobo={amountKobo} />
        {others.isError && <NotLooked />}
        {isInQuestion(verdict) && (
          <Note tone="attention">
            {verdict === 'mismatch'
              ? 'The names differ:'
              : 'The names are close, but not the same. Unless the policy lets such names through,'}{' '}
            {STOPS}
          </Note>
        )}
        {terms && <strong>{approvalText(terms, amountKobo, verdict)}</strong>}
        <div className="row end">
          <Button variant="default" onClick={onBack} data-autofocus>
            Go back
          </Button>
          <Button
            variant={verdict === 'mismatch' || alike.length > 0 || others.isError ? 'default' : 'filled'}
            loading={isSending || others.isLoading}
            onClick={onSend}
          >
            Start the payout
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** By the usual policy; another policy may ask for nobody else, or for more. */
const STOPS =
  'the payout stops until one person confirms that the account is the beneficiary’s, and usually another person agrees.';

const isInQuestion = (verdict: string | undefined): boolean => verdict === 'mismatch' || verdict === 'close';

/** What follows after the comparison of the names, whose outcome is missing if nobody has asked the bank. */
function approvalText(
  { unknown, approvals }: PayingTerms,
  amountKobo: number,
  verdict: string | undefined,
): string {
  // Until a worker has answered, the desk knows neither accounts nor rules.
  if (unknown) return 'The page of the payout will say whether others must approve it.';
  const rule = ruleFor(approvals, amountKobo);
  if (rule)
    return `${isInQuestion(verdict) ? 'Then, before' : 'Before'} it is paid, ${othersText(rule)} must approve it.`;
  if (isInQuestion(verdict)) return 'Then no approval is needed: it is paid at once.';
  return verdict === 'match'
    ? 'No approval is needed: it is paid at once.'
    : 'No approval is needed: it is paid at once if the name on the account fits. If it does not fit, it stops until a person confirms the account.';
}
