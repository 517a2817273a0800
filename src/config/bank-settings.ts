import { z } from 'zod';
import { isSafeToCall, amountUnit, key, required, whole } from './variables';

type Given = Readonly<Record<string, unknown>>;

const isGiven = (env: Given, name: string) => env[name] !== undefined;

/** Whether a key is given itself or as a file, and not in both ways. */
const isGivenOnce = (name: string) => (env: Given) => isGiven(env, name) !== isGiven(env, `${name}_FILE`);

/** Reports a key given twice or not at all, together with all other problems. */
const otherwise = (name: string) => ({
  when: () => true,
  error: ({ input }: { readonly input?: unknown }) =>
    isGiven(Object(input) as Given, name)
      ? `${name} and ${name}_FILE exclude each other`
      : `${name} is missing`,
});

const inFile = (file = '') => ({ file });

export const bank = z
  .object({
    SERVICE_BASE_URL: z
      .url({
        protocol: /^https?$/,
        abort: true,
        ...required('SERVICE_BASE_URL', 'an http or https address'),
      })
      .refine(
        isSafeToCall,
        'SERVICE_BASE_URL must begin with https: the bank is remote, and its keys would travel readable',
      ),
    SERVICE_KEY: key('SERVICE_KEY').optional(),
    SERVICE_KEY_FILE: z.string().optional(),
    SERVICE_API_KEY: key('SERVICE_API_KEY').optional(),
    SERVICE_API_KEY_FILE: z.string().optional(),
    SERVICE_TIMEOUT_MS: whole('SERVICE_TIMEOUT_MS', 100).default(30_000),
    SERVICE_BALANCE_UNIT: amountUnit('SERVICE_BALANCE_UNIT'),
    SERVICE_TRANSACTION_UNIT: amountUnit('SERVICE_TRANSACTION_UNIT'),
  })
  .refine(isGivenOnce('SERVICE_KEY'), otherwise('SERVICE_KEY'))
  .refine(isGivenOnce('SERVICE_API_KEY'), otherwise('SERVICE_API_KEY'))
  .transform((env) => ({
    baseUrl: env.SERVICE_BASE_URL,
    key: env.SERVICE_KEY ?? inFile(env.SERVICE_KEY_FILE),
    apiKey: env.SERVICE_API_KEY ?? inFile(env.SERVICE_API_KEY_FILE),
    timeoutMs: env.SERVICE_TIMEOUT_MS,
    units: { balances: env.SERVICE_BALANCE_UNIT, transactions: env.SERVICE_TRANSACTION_UNIT },
  }));
