import { z } from 'zod';
import { isOwnNetwork, must, named, oneOf, text } from './variables';

const ADDRESS = 'an address like postgres://user:password@host:5432/database';

/** Other modes would send records and password readable, or to a server that only claims the name. */
const SAFE_MODE = 'verify-full';

/** The URL of a database; a remote one needs TLS with a verified certificate. */
const database = z
  .url({ protocol: /^postgres(ql)?$/, abort: true, ...must(`be ${ADDRESS}`) })
  .refine((address) => new URL(address).pathname.length > 1, must('name a database'))
  .refine(isSafe, must(`end with ?sslmode=${SAFE_MODE}: the database is remote, and needs TLS`));

function isSafe(address: string): boolean {
  const { hostname, searchParams } = new URL(address);
  return searchParams.get('sslmode') === SAFE_MODE || isOwnNetwork(searchParams.get('host') ?? hostname);
}

const databaseRoles = {
  url: { DATABASE_URL: database },
  ownerUrl: { DATABASE_MIGRATION_URL: database.optional() },
};
const auditKey = { keyFile: { AUDIT_KEY_FILE: text() } };

const withRecords = named({ ...databaseRoles, ...auditKey }).transform(({ keyFile, ...roles }) => ({
  mode: 'on' as const,
  roles,
  keyFile,
}));

const given = z.unknown().optional();

/** The environment's settings of the records. A worker without records needs `RECORDS=off`. */
export const recordsSlices = {
  records: z
    .object({
      RECORDS: oneOf(['on', 'off']).default('on'),
      // Checked unless records are off.
      ...{ DATABASE_URL: given, DATABASE_MIGRATION_URL: given, AUDIT_KEY_FILE: given },
    })
    .transform((env, context) => {
      if (env.RECORDS === 'off') return { mode: 'off' as const };
      const { data, error } = withRecords.safeParse(env);
      for (const { message } of error?.issues ?? [])
        context.addIssue(`${message} (RECORDS=off does without records and audit)`);
      return data ?? { mode: 'off' as const };
    }),
  database: named(databaseRoles),
  auditKey: named(auditKey),
  /** The public keys of a program that checks the audit, if it does. */
  auditor: named({
    keyFile: { AUDIT_KEY_FILE: z.string().optional() },
    signerKeyFile: { AUDIT_SIGNER_KEY_FILE: z.string().optional() },
  }),
  retention: named({
    days: {
      RETENTION_DAYS: text('a whole number of days')
        .regex(/^[1-9]\d{0,4}$/, must('be a whole number from 1 to 99999'))
        .transform(Number),
    },
  }),
  auditSigner: named({ keyFile: { AUDIT_SIGNER_KEY_FILE: text() } }),
  auditExport: named({ file: { AUDIT_EXPORT_FILE: text() } }),
};
