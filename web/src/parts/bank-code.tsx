import { TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Bank } from '../../../src/desk/contract';
import { banksQuery } from '../api/queries';

interface BankCodeProps extends Pick<TextInputProps, 'name' | 'label' | 'error' | 'required'> {
  readonly value: string;
  /** The code that the case has now. */
  readonly present?: string | number | undefined;
  /** Gets the name, too, if the bank's list has the code. */
  readonly onChange: (code: string, bankName: string | undefined) => void;
}

/** Finds a bank by its name or one of its codes. */
export const bankOf = (banks: readonly Bank[], text: string): Bank | undefined =>
  banks.find(
    ({ name, code, otherCodes }) =>
      [code, ...otherCodes].includes(text.trim()) || name.toLowerCase() === text.trim().toLowerCase(),
  ) ?? onlyNamed(banks, text.trim().toLowerCase());

/** Why a name or code is wrong, while the list of banks is known. */
export const NO_BANK = 'No single bank of the list has this name or code';

/** Whether a field names a bank, by its path. */
export const isBankField = (path: string): boolean => /(^|\.)(bankCode|sortCode)$/.test(path);

/** The typed code, or the code of the bank whose name was typed; `undefined` if the list has neither. */
export function codeIn(banks: readonly Bank[], text: string): string | undefined {
  const bank = bankOf(banks, text);
  return bank?.otherCodes.includes(text) ? text : bank?.code;
}

/** Fewest letters that name a bank by a part of its name. */
const LETTERS_MIN = 3;

/** The one bank whose name has this part. */
function onlyNamed(banks: readonly Bank[], part: string): Bank | undefined {
  if (part.length < LETTERS_MIN || /^\d+$/.test(part)) return undefined;
  const [one, ...others] = banks.filter(({ name }) => name.toLowerCase().includes(part));
  return others.length === 0 ? one : undefined;
}

/** The input for a bank's code, by name or code on the bank's own list; plain text if there is no list. */
export function BankCode({ value, present, onChange, ...shared }: BankCodeProps) {
  const list = useId();
  const { data, isError } = useQuery(banksQuery);
  const banks = data?.banks ?? [];
  const nameOf = (text: string) => bankOf(banks, text)?.name;
  const isUnknown = shared.error && value !== '' && banks.length > 0 && nameOf(value) === undefined;
  const now =
    present === undefined ? '' : `; now ${[nameOf(String(present)), present].filter(Boolean).join(', ')}`;
  const stays = present === undefined || shared.required === true ? '' : '; left empty, it stays';
  const isMissing = isError || (data !== undefined && !data.banks);
  return (
    <>
      <TextInput
        {...shared}
        error={isUnknown ? NO_BANK : shared.error}
        list={list}
        autoComplete="off"
        description={`${
          isMissing
            ? 'The list of banks cannot be had at the moment: type the code'
            : (nameOf(value) ?? 'Type the name or the code of the bank')
        }${now}${stays}`}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value, nameOf(event.currentTarget.value))}
      />
      <datalist id={list}>
        {banks.map(({ code, name }) => (
          <option key={code} value={code} label={`${name} (${code})`} />
        ))}
      </datalist>
    </>
  );
}
