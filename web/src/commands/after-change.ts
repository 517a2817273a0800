import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ApprovalItem, Kind, OfferedCommand, PayoutFacts } from '../../../src/desk/contract';
import { ruleFor, type ApprovalRule } from '../../../src/domain/case/agreement';
import { alikeQuery, payingTermsQuery } from '../api/queries';
import { othersText } from '../format/words';
import { isHeld } from '../parts/decision-sheet';
import type { Values } from './field-values';

type Payment = Parameters<typeof alikeQuery>[0];

type Loose = { readonly [K in keyof Payment]: Payment[K] | undefined };

interface AfterChange {
  readonly amountKobo?: number;
  /** Other payments of the changed amount to the changed account. */
  readonly alike?: PayoutFacts['alike'];
  /** Who must approve the changed payout, as a sentence; missing while the rules are not known. */
  readonly approval?: string;
}

/** Time after the last key until the desk is asked, in milliseconds. */
const REST_MS = 400;

/** What a payout would be with the typed changes; empty while none of them is of its amount or account. */
export function useAfterChange(
  { name }: OfferedCommand,
  kind: Kind,
  sheet: PayoutFacts | ApprovalItem | undefined,
  values: Values,
): AfterChange {
  const before = {
    amountKobo: sheet?.amountKobo,
    bankCode: sheet?.bankCode,
    accountNumber: sheet?.beneficiaryAccount,
  };
  const typed = Object.fromEntries(Object.keys(before).map((field) => [field, values[field]]));
  const changes = Object.entries(typed).filter(([, value]) => value !== undefined);
  const isChange = name === 'amend' && changes.length > 0;
  const payment: Loose = { ...before, ...Object.fromEntries(changes) };
  const isWhole = Object.values(payment).every((value) => value !== undefined);
  const now = JSON.stringify(payment);
  const [rested] = useDebouncedValue(now, REST_MS);
  const isAsked = isChange && kind !== 'flush' && isWhole && rested === now;
  const { data: others } = useQuery({ ...alikeQuery(JSON.parse(now) as Payment), enabled: isAsked });
  const { data: terms } = useQuery({ ...payingTermsQuery, enabled: isChange });
  if (!isChange) return {};
  const { amountKobo } = payment;
  const rule =
    terms &&
    ruleFor(terms.approvals as readonly ApprovalRule[], kind === 'flush' ? Infinity : (amountKobo ?? 0));
  const isKnown = terms !== undefined && terms.unknown !== true;
  return {
    ...(amountKobo !== undefined && { amountKobo }),
    ...(others && { alike: others.alike }),
    ...(isKnown && {
      approval: rule
        ? `Changed so, ${othersText(rule)} must approve it before it is paid.`
        : `Changed so, it needs no approval: ${isHeld(sheet) ? 'once it is released, it is paid' : 'it is paid at once'} if the name on the account fits.`,
    }),
  };
}
