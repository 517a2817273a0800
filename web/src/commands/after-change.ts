import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ApprovalItem, OfferedCommand, PayoutFacts } from '../../../src/desk/contract';
import { othersAfter } from '../../../src/domain/case/agreement';
import { alikeQuery } from '../api/queries';
import { othersText } from '../format/words';
import { isHeld } from '../parts/is-held';
import type { Values } from './field-values';

type Payment = Parameters<typeof alikeQuery>[0];

type Loose = { readonly [K in keyof Payment]: Payment[K] | undefined };

export interface AfterChange {
  readonly amountKobo?: number | undefined;
  /** Other payments of the changed amount to the changed account. */
  readonly alike?: PayoutFacts['alike'];
  /** Whether the desk has not answered yet which payments are like it, or cannot. */
  readonly search?: 'open' | 'failed' | undefined;
  /** The people who must agree before a change takes effect, and as a sentence those who approve the changed payout. */
  readonly others?: { readonly agreement: People; readonly approval: string };
}

type People = NonNullable<OfferedCommand['others']>['agreement'];

/** Time after the last key until the desk is asked, in milliseconds. */
const REST_MS = 400;

/** What a payout would be with the typed changes, or with the proposed ones that a person agrees to. */
export function useAfterChange(
  { name, others }: OfferedCommand,
  reference: string,
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
  const payment: Loose = { ...before, ...Object.fromEntries(changes) };
  const isWhole = Object.values(payment).every((value) => value !== undefined);
  const now = JSON.stringify({ ...payment, reference });
  const [rested] = useDebouncedValue(now, REST_MS);
  const isAsked = name === 'amend' && changes.length > 0 && isWhole;
  const found = useQuery({ ...alikeQuery(JSON.parse(now) as Payment), enabled: isAsked && rested === now });
  const { amountKobo } = payment;
  const isChange = name === 'confirmProposal' || Object.keys(values).length > 0;
  const rules = isChange && amountKobo !== undefined ? others?.rules : undefined;
  const { approval, agreement } =
    rules && amountKobo !== undefined ? othersAfter(rules, before.amountKobo ?? 0, amountKobo) : {};
  return {
    amountKobo,
    ...(isAsked && found.data && { alike: found.data.alike }),
    ...(isAsked && { search: found.isError ? 'failed' : found.data ? undefined : 'open' }),
    ...(rules && {
      others: {
        agreement,
        approval: approval
          ? `Changed so, ${othersText(approval)} must approve it before it is paid.`
          : `Changed so, it needs no approval: ${isHeld(sheet) ? 'once it is released, it is paid' : 'it is paid at once'} if the name on the account fits.`,
      },
    }),
  };
}
