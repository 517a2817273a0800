import { z } from 'zod';
import { required } from './variables';

/** Shorter ones could be guessed from one signed delivery, in characters. */
const SECRET_MIN = 32;

/** A secret for signatures of webhooks. */
export const webhookSecret = (name: string) =>
  z
    .string(required(name, 'a text'))
    .min(SECRET_MIN, `${name} must have at least ${SECRET_MIN} characters; openssl rand -hex 32 makes one`);

/** How deliveries are signed, or that they are not. */
export type WebhookAuthentication =
  | 'unsigned'
  | {
      readonly secret: string;
      readonly otherSecret: string | undefined;
      readonly header: string | undefined;
      readonly encoding: 'hex' | 'base64';
    };

/** What the environment says about the signatures of webhooks. */
interface SignatureVariables {
  readonly WEBHOOK_SECRET?: string | undefined;
  readonly WEBHOOK_SECRET_OTHER?: string | undefined;
  readonly WEBHOOK_UNSIGNED: 'true' | 'false';
  readonly WEBHOOK_SIGNATURE_HEADER?: string | undefined;
  readonly WEBHOOK_SIGNATURE_ENCODING: 'hex' | 'base64';
}

/** An unsigned feed is taken by its own setting alone: a secret that was forgotten must not open the endpoint. */
export function authenticationOf(
  env: SignatureVariables,
  context: Pick<z.RefinementCtx, 'addIssue'>,
): WebhookAuthentication {
  const isUnsigned = env.WEBHOOK_UNSIGNED === 'true';
  if (isUnsigned && env.WEBHOOK_SECRET === undefined) return 'unsigned';
  if (isUnsigned)
    context.addIssue({ code: 'custom', message: 'WEBHOOK_SECRET and WEBHOOK_UNSIGNED exclude each other' });
  if (env.WEBHOOK_SECRET === undefined)
    context.addIssue({ code: 'custom', message: 'WEBHOOK_SECRET is missing' });
  return {
    secret: env.WEBHOOK_SECRET ?? '',
    otherSecret: env.WEBHOOK_SECRET_OTHER,
    header: env.WEBHOOK_SIGNATURE_HEADER?.toLowerCase(),
    encoding: env.WEBHOOK_SIGNATURE_ENCODING,
  };
}
