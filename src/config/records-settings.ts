import { z } from 'zod';
import { isOwnNetwork } from './network';
import { required } from './variables';

const ADDRESS = 'an address like postgres://user:password@host:5432/database';

/** What a remote address must ask for: the others would send records and password readable, or to a server that only claims the name. */
const SAFE_MODE = 'verify-full';

/** The address of a database; a remote one demands TLS with a certificate that fits. */
const database = (name: string) =>
  z
    .url({ protocol: /^postgres(ql)?$/, abort: true, ...required(name, ADDRESS) })
    .refine((address) => new URL(address).pathname.length > 1, `${name} must name a database`)
    .refine(isSafe, `${name} must end with ?sslmode=${SAFE_MODE}: the database is remote, and needs TLS`);

function isSafe(address: string): boolean {
  const { hostname, searchParams } = new URL(address);
  return searchParams.get('sslmode') === SAFE_MODE || isOwnNetwork(searchParams.get('host') ?? hostname);
}

const path = (name: string) => z.string(required(name, 'the path of a file'));

const addresses = {
  DATABASE_URL: database('DATABASE_URL'),
  DATABASE_MIGRATION_URL: database('DATABASE_MIGRATION_URL').optional(),
};

type Addresses = z.output<z.ZodObject<typeof addresses>>;

const rolesOf = ({ DATABASE_URL: url, DATABASE_MIGRATION_URL: ownerUrl }: Addresses) => ({ url, ownerUrl });

const withRecords = z
  .object({ ...addresses, AUDIT_KEY_FILE: path('AUDIT_KEY_FILE') })
  .transform((env) => ({ mode: 'on' as const, roles: rolesOf(env), keyFile: env.AUDIT_KEY_FILE }));

/** What the environment may say about the records. A worker does without them only where `RECORDS=off` says so. */
export const recordsSlices = {
  records: z
    .object({ RECORDS: z.enum(['on', 'off'], required('RECORDS', 'on or off')).default('on') })
    .loose()
    .transform((env, context) => {
      if (env.RECORDS === 'off') return { mode: 'off' as const };
      const { data, error } = withRecords.safeParse(env);
      for (const { message } of error?.issues ?? [])
        context.addIssue({
          code: 'custom',
          message: `${message} (RECORDS=off does without records and audit)`,
        });
      return data ?? { mode: 'off' as const };
    }),
  database: z.object(addresses).transform(rolesOf),
  auditKey: z
    .object({ AUDIT_KEY_FILE: path('AUDIT_KEY_FILE') })
    .transform((env) => ({ keyFile: env.AUDIT_KEY_FILE })),
  retention: z
    .object({
      RETENTION_DAYS: z
        .string(required('RETENTION_DAYS', 'a whole number of days'))
        .regex(/^[1-9]\d{0,4}$/, 'RETENTION_DAYS must be a whole number from 1 to 99999'),
    })
    .transform((env) => ({ days: Number(env.RETENTION_DAYS) })),
  auditSigner: z
    .object({ AUDIT_SIGNER_KEY_FILE: path('AUDIT_SIGNER_KEY_FILE') })
    .transform((env) => ({ keyFile: env.AUDIT_SIGNER_KEY_FILE })),
  auditExport: z
    .object({ AUDIT_EXPORT_FILE: path('AUDIT_EXPORT_FILE') })
    .transform((env) => ({ file: env.AUDIT_EXPORT_FILE })),
};
