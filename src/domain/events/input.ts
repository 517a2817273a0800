import { z } from 'zod';

/** The name of an endpoint, by which commands address it. */
export const endpointName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, {
  error: 'must be 1 to 40 small letters, digits and hyphens, and begin with a letter or digit',
});

/** Where events are posted. Only workers with EVENTS_PRIVATE_ENDPOINTS=allow post without TLS. */
export const endpointAddress = z
  .url({
    protocol: /^https?$/,
    error: 'must be an https address, such as https://app.example/hooks',
    abort: true,
  })
  .max(2_000, { error: 'must have at most 2000 characters' })
  .refine((url) => new URL(url).username === '' && new URL(url).password === '', {
    error: 'must hold no password',
  });
