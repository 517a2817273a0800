import type { Client } from '@temporalio/client';
import type { BankList, ListedBank } from '../domain/names/enquiry';
import { DAY_MS } from '../domain/time/clock';
import { workflowTypes } from '../domain/wire/workflow-types';
import { askWorker, LatestAnswer } from './ask-worker';

/** Each request for the list may cost a call of the bank's window. */
const AGAIN_AFTER_MS = 300_000;

/** The bank's own list of banks, requested from a worker at most once a day. */
export class Banks {
  private readonly latest: LatestAnswer<readonly ListedBank[]>;

  constructor(client: Client) {
    const ask = async () => {
      const answer = await askWorker<BankList>(client, workflowTypes.bankList, 'bank-list');
      return 'banks' in answer ? answer.banks : undefined;
    };
    this.latest = new LatestAnswer(ask, DAY_MS, AGAIN_AFTER_MS);
  }

  /** The latest list; empty until the first one arrives. */
  async list(): Promise<readonly ListedBank[]> {
    return (await this.latest.get()) ?? [];
  }

  /** The names of the banks by each of their codes; empty until the first list arrives. */
  async names(): Promise<ReadonlyMap<string, string>> {
    const banks = await this.list();
    return new Map(
      banks.flatMap(({ name, code, otherCodes }) => [...otherCodes, code].map((one) => [one, name] as const)),
    );
  }
}

/** Why a bank's code is wrong, as a sentence; `undefined` if it is known, or while there is no list. */
export function bankMistake(
  field: string,
  code: unknown,
  banks: ReadonlyMap<string, string>,
): string | undefined {
  // The field's schema refuses a value that is not a code at all.
  const isKnown = typeof code !== 'string' || !/^\d{3,}$/.test(code) || banks.has(code);
  return banks.size === 0 || isKnown
    ? undefined
    : `${field} must be the code of a bank: the bank's list has no bank of this code`;
}
