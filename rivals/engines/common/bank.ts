import { setTimeout as sleep } from 'node:timers/promises';
import type { Payout, Settings } from './settings';

/** The bank said no: trying again would not help. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The bank's window is full. */
export class Limited extends Error {
  override readonly name = 'Limited';
  constructor(readonly retryAfterMs: number) {
    super(`The bank asks to wait for ${retryAfterMs} ms.`);
  }
}

/** Twice the time after which the bank shows a payout, in business seconds. */
const GRACE_SECONDS = 60;
const FINAL = ['SUCCESS', 'FAILED', 'REVERSED'];
const TIMEOUT_MS = 10_000;

/** The bank's interface: one call each. Everything but Refused and Limited leaves open what happened. */
export class Bank {
  constructor(private readonly settings: Settings) {}

  async resolve({ accountNumber, bankCode }: Payout): Promise<string> {
    const body = { account_number: accountNumber, bank_code: bankCode };
    const { account_name } = await this.call<{ account_name: string }>('POST', '/v1/banks/resolve', body);
    return account_name;
  }

  /** Sends a payout; its reference is the idempotency key, so a repeated one counts as sent. */
  async send(payout: Payout, accountName: string): Promise<void> {
    const { reference, amountKobo: amount, source, bankCode, bankName, accountNumber } = payout;
    const beneficiary = {
      bank_code: bankCode,
      bank_name: bankName,
      account_number: accountNumber,
      account_name: accountName,
    };
    const body = {
      ...{ reference, amount, beneficiary, remark: 'Bench' },
      source: { account_number: source },
    };
    await this.call('POST', '/v1/payouts', body).catch((error: unknown) => {
      if (!(error instanceof Refused && error.message.includes('duplicate reference'))) throw error;
    });
  }

  /** The final status of a payout; `undefined` while it has none, or is not shown yet. */
  async end(reference: string): Promise<string | undefined> {
    const status = await this.status(reference);
    return status !== undefined && FINAL.includes(status) ? status : undefined;
  }

  /** Sends, but reads first if an earlier attempt may have sent already: a minute later, when the bank surely shows it. */
  async sendCarefully(payout: Payout, accountName: string, mayBeSent: boolean): Promise<void> {
    if (mayBeSent) {
      await sleep((GRACE_SECONDS * 1_000) / this.settings.rate);
      if ((await this.status(payout.reference)) !== undefined) return;
    }
    await this.send(payout, accountName);
  }

  private async status(reference: string): Promise<string | undefined> {
    try {
      const read = await this.call<{ status?: string } | null>('GET', `/v1/payouts/status/${reference}`);
      return read?.status;
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  }

  private async call<R>(method: string, path: string, body?: object): Promise<R> {
    const { url, serviceKey, apiKey } = this.settings.bank;
    const reply = await fetch(url + path, {
      method,
      headers: { 'x-service-key': serviceKey, apikey: apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await reply.text();
    if (reply.status === 429) throw new Limited(Number(reply.headers.get('retry-after') ?? 1) * 1_000);
    if (reply.status >= 500) throw new Error(`The bank answered ${reply.status}.`);
    if (!reply.ok) throw new Refused(text);
    return (JSON.parse(text) as { data: R }).data;
  }
}
