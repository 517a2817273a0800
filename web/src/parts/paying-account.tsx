import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PayingTerms } from '../../../src/desk/contract';
import { payingTermsQuery } from '../api/queries';
import { nairaText } from '../format/money';
import { othersText } from '../format/words';
import { textOf } from './input-props';
import { accountText } from '../../../src/domain/payout/terms';

interface PayingAccountProps extends Pick<TextInputProps, 'name' | 'label' | 'error' | 'required'> {
  readonly value: string;
  readonly onChange: (account: string) => void;
}

/** The input for the account that pays: one of those that the settings name, or a number if they name none. */
export function PayingAccount({ value, onChange, ...shared }: PayingAccountProps) {
  const { data, isPending } = useQuery(payingTermsQuery);
  const isKnown = data !== undefined && !data.unknown;
  const accounts = data?.accounts ?? [];
  const changed = textOf(onChange);
  if (!isKnown || accounts.length > 0)
    return (
      <NativeSelect
        {...shared}
        {...(!isKnown && !isPending && { description: UNKNOWN })}
        value={value}
        onChange={changed}
        data={[
          { value: '', label: 'Choose' },
          ...accounts.map((account) => ({ value: account.accountNumber, label: accountText(account) })),
        ]}
      />
    );
  return (
    <TextInput
      {...shared}
      description="10 digits; the bank is asked whether it has the account"
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={changed}
    />
  );
}

const UNKNOWN =
  'Our paying accounts are not known yet: no worker has told the desk. They appear here by themselves.';

/** From which amounts other people approve a payout. */
export function ApprovalTerms() {
  const { data } = useQuery(payingTermsQuery);
  return data ? <p className="soft">{approvalsText(data)}</p> : null;
}

function approvalsText({ approvals: rules, unknown }: PayingTerms): string {
  if (unknown) return 'It is not known yet from which amounts other people must approve.';
  const texts = rules
    .filter(({ approvals }) => approvals > 0)
    .toSorted((one, other) => one.fromKobo - other.fromKobo)
    .map(({ fromKobo, ...rule }) =>
      [
        fromKobo > 0 ? `from ${nairaText(fromKobo)} on` : 'for every amount',
        othersText(rule),
        'must approve',
      ].join(' '),
    );
  const text = texts.join('; ') || 'by the policy no payout needs the approval of another person';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
