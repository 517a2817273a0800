import type { Client } from '@temporalio/client';
import type { NameAnswer, NameQuestion } from '../domain/names/enquiry';
import { accountText, type PayingTerms } from '../domain/payout/terms';
import { workflowTypes } from '../domain/wire/workflow-types';
import type { Enquiries } from './access/uploads-and-enquiries';
import { refusal } from '../cases/request-error';
import { askWorker, LatestAnswer } from './ask-worker';
import { invalidField } from './http/problems';

const USABLE_FOR_MS = 60_000;
const AGAIN_AFTER_MS = 30_000;

/** Longest time that a start waits for a worker's first answer, which a page does without. */
const START_PATIENCE_MS = 10_000;

const UNKNOWN =
  'The desk does not know our paying accounts yet, so nothing was started. Try again in a moment.';

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

  async terms(patienceMs?: number): Promise<PayingTerms & { unknown?: true }> {
    return (await this.latest.get(patienceMs)) ?? { accounts: [], approvals: [], unknown: true };
  }

  /**
   * Where the settings name no account, the bank is asked, once for each account. An account that it cannot be
   * asked about now passes: its payout reads it at the bank. @throws ProblemError if a person may not pay from
   * the account in this field
   */
  async requireOurs(field: string, account: unknown, subject: string): Promise<void> {
    // The field's schema refuses what is no account number.
    if (typeof account !== 'string' || !/^\d{10}$/.test(account)) return;
    const { accounts, unknown } = await this.terms(START_PATIENCE_MS);
    if (unknown) throw refusal(UNKNOWN);
    if (accounts.length === 0) return this.requireKnownToBank(field, account, subject);
    if (!accounts.some(({ accountNumber }) => accountNumber === account))
      throw invalidField(
        field,
        `${field} must be one of our paying accounts: ${accounts.map(accountText).join('; ')}`,
      );
  }

  private async requireKnownToBank(field: string, account: string, subject: string): Promise<void> {
    if (this.confirmed.has(account)) return;
    const answer = await this.enquiries
      .count(subject)
      .then(() => this.ask({ accountNumber: account }))
      .catch(() => undefined);
    if (answer && 'refused' in answer)
      throw invalidField(field, `${field} must be an account of ours: ${answer.refused}`);
    if (answer) this.confirmed.add(account);
  }
}
