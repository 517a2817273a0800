import type { Client } from '@temporalio/client';
import type { NameAnswer, NameQuestion } from '../domain/names/enquiry';
import { accountText, type PayingTerms } from '../domain/payout/terms';
import { workflowTypes } from '../domain/wire/workflow-types';
import type { Enquiries } from './access/uploads-and-enquiries';
import { askWorker, LatestAnswer } from './ask-worker';

const USABLE_FOR_MS = 60_000;
const AGAIN_AFTER_MS = 30_000;

/** The accounts that payouts are paid from, and the approvals that they need, as a worker tells them. */
export class PayingAccounts {
  private readonly latest: LatestAnswer<PayingTerms>;
  /** Accounts that the bank has confirmed to this desk. */
  private readonly confirmed = new Set<string>();

  constructor(
    client: Client,
    private readonly enquiries: Pick<Enquiries, 'count'>,
    private readonly ask: (question: NameQuestion) => Promise<NameAnswer>,
  ) {
    const askTerms = () => askWorker<PayingTerms>(client, workflowTypes.payingTerms, 'paying-terms');
    this.latest = new LatestAnswer(askTerms, USABLE_FOR_MS, AGAIN_AFTER_MS);
  }

  /** Nothing is known until a worker answers for the first time. */
  async terms(): Promise<PayingTerms> {
    return (await this.latest.get()) ?? { accounts: [], approvals: [] };
  }

  /**
   * Why a person may not pay from an account, as a sentence; `undefined` if they may. Where the settings name
   * no account, the bank is asked, once for each account. An account that it cannot be asked about now passes:
   * its payout reads it at the bank.
   */
  async mistake(field: string, account: unknown, subject: string): Promise<string | undefined> {
    // The field's schema refuses what is no account number.
    if (typeof account !== 'string' || !/^\d{10}$/.test(account)) return undefined;
    const { accounts } = await this.terms();
    if (accounts.length === 0) return this.unknownToBank(field, account, subject);
    return accounts.some(({ accountNumber }) => accountNumber === account)
      ? undefined
      : `${field} must be one of our paying accounts: ${accounts.map(accountText).join('; ')}`;
  }

  private async unknownToBank(field: string, account: string, subject: string): Promise<string | undefined> {
    if (this.confirmed.has(account)) return undefined;
    const answer = await this.enquiries
      .count(subject)
      .then(() => this.ask({ accountNumber: account }))
      .catch(() => undefined);
    if (answer && 'refused' in answer) return `${field} must be an account of ours: ${answer.refused}`;
    if (answer) this.confirmed.add(account);
    return undefined;
  }
}
