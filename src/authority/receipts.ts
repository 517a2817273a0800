import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ActReceipt, Proof } from '../domain/case/proof';
import { changeKeyFile, jsonText, OWNER_ONLY, parseKeys, readSecretFile } from '../secrets/key-files';
import { canonical, hash } from './digest';
import type { KeyRing } from './key-ring';
import { ActRefused } from './act-refused';
import { requireCounting, signerIn } from './verify';

const macKeys = z.strictObject({
  keys: z
    .array(
      z.strictObject({
        kty: z.literal('oct'),
        kid: z.string().regex(/^[\w-]{1,43}$/),
        k: z.string().regex(/^[\w-]{43,}$/, 'k must have 32 bytes or more, base64url'),
      }),
    )
    .min(1, 'there must be a key'),
});

const proof = z.strictObject({
  act: z.string(),
  receipt: z.strictObject({
    act: z.string(),
    wf: z.string(),
    at: z.iso.datetime(),
    digest: z.string().optional(),
    policy: z.strictObject({ version: z.number(), rules: z.string(), lending: z.string() }).optional(),
    login: z.string().optional(),
    passkey: z.string().optional(),
    kid: z.string(),
    mac: z.string(),
  }),
});

type Keys = z.output<typeof macKeys>;

export const newWorkersKeys = (): Keys => ({
  keys: [{ kty: 'oct', kid: randomBytes(8).toString('base64url'), k: randomBytes(32).toString('base64url') }],
});

/** Changes a file of workers' keys in one step. @throws KeyFileError */
export const changeWorkersKeys = (path: string, change: (known: Keys['keys']) => Keys['keys']): void =>
  changeKeyFile(path, OWNER_ONLY, () =>
    jsonText({ keys: change(parseKeys(path, readSecretFile(path), macKeys).keys) }),
  );

/** A receipt's content, which the MAC covers. */
export type Vouched = Omit<ActReceipt, 'kid' | 'mac'>;

/** Makes and checks receipts under the workers' keys: the first of them makes, any of them checks. */
export class ReceiptBook {
  private readonly keys: ReadonlyMap<string, Buffer>;

  constructor({ keys }: Keys) {
    this.keys = new Map(keys.map(({ kid, k }) => [kid, Buffer.from(k, 'base64url')]));
  }

  /** @throws KeyFileError */
  static fromFile(path: string): ReceiptBook {
    return new ReceiptBook(parseKeys(path, readSecretFile(path), macKeys));
  }

  /** The id of the key that makes receipts. */
  get activeId(): string {
    const [kid = ''] = this.keys.keys();
    return kid;
  }

  /** Makes the receipt for an act accepted now, or for a child case that goes on under it. */
  give(act: string, about: Omit<Vouched, 'act'>): Proof {
    const kid = this.activeId;
    const vouched = { ...about, act: hash(act) };
    return { act, receipt: { ...vouched, kid, mac: this.macOf(kid, vouched).toString('base64url') } };
  }

  /** Checks that a worker has vouched for this act in this case. Expiry no longer matters. @throws ActRefused */
  require(proof: Proof, wf: string): ActReceipt {
    const { act, receipt } = proof;
    const { mac, kid, ...vouched } = receipt;
    if (!this.keys.has(kid)) throw new ActRefused(UNKNOWN_KEY);
    const own = this.macOf(kid, vouched);
    const given = Buffer.from(mac, 'base64url');
    if (given.length !== own.length || !timingSafeEqual(given, own))
      throw new ActRefused('no worker has accepted its act');
    if (receipt.act !== hash(act) || receipt.wf !== wf)
      throw new ActRefused('its receipt is for something else');
    return receipt;
  }

  private macOf(kid: string, { act, wf, at, digest, policy, login, passkey }: Vouched): Buffer {
    const key = this.keys.get(kid) ?? Buffer.alloc(0);
    // The canonical JSON leaves `undefined` members out.
    return createHmac('sha256', key)
      .update(canonical({ act, wf, at, digest, policy, login, passkey }))
      .digest();
  }
}

const UNKNOWN_KEY =
  'its act was accepted under a receipt key that this worker does not have (AUTHORITY_RECEIPT_KEYS): once all workers have the same, it has to be given anew';

/** Checks that the key that signed an accepted act still counts. @throws ActRefused */
export function requireCountingKey({ act, receipt }: Proof, ring: KeyRing): void {
  const signer = signerIn(act, ring);
  if (!signer) throw new ActRefused('the key that signed its act is not known here');
  requireCounting(signer, Date.parse(receipt.at));
}

/** Whether an unchecked value has the form of a proof. */
export const isProof = (given: unknown): given is Proof => proof.safeParse(given).success;
