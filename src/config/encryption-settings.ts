import { z } from 'zod';
import { key, list, must, named, oneOf, port } from './variables';

/** The keys under which payloads are encrypted: only `off` leaves them readable, a forgotten file does not. */
export const encryptionSettings = z
  .object({
    ENCRYPTION: oneOf(['on', 'off']).default('on'),
    ENCRYPTION_KEYS: z.string().optional(),
  })
  .refine(({ ENCRYPTION, ENCRYPTION_KEYS }) => ENCRYPTION === 'on' || ENCRYPTION_KEYS === undefined, {
    error: 'ENCRYPTION=off and ENCRYPTION_KEYS exclude each other',
  })
  .transform(({ ENCRYPTION, ENCRYPTION_KEYS: keyFile }) =>
    ENCRYPTION === 'off' ? ('off' as const) : { keyFile },
  );

const TOKEN_LENGTH = 32;

export const codecSettings = named({
  token: { CODEC_TOKEN: key.min(TOKEN_LENGTH, must(`have at least ${TOKEN_LENGTH} characters`)) },
  host: { CODEC_HOST: z.string().default('127.0.0.1') },
  port: { CODEC_PORT: port().default(4030) },
  origins: {
    CODEC_ORIGINS: list(
      /^https?:\/\/[^/\s,]+$/,
      'origins as in https://temporal.example.com, with commas between',
    ).default([]),
  },
});
