import type { AuditKeys } from './audit/keys';
import type { SeenKeeper } from './keeper-row';

/** Under which the state of a key of the ring stands among the shared settings. */
export const settingOfKey = (kid: string): string => `the key ${kid}`;

/** A program's own settings, to compare with the keeper's: each a value, or what it shows and which value fits. */
export type OwnSettings = Readonly<
  Record<string, string | { readonly shown: string; readonly fits: (keepers: string) => boolean }>
>;

/** The settings by which a desk asks for logins, and workers check fresh ones. */
export const loginSettings = (
  provider: Readonly<Record<'issuer' | 'clientId' | 'subjectClaim', string>> | undefined,
) => ({
  OIDC_ISSUER: provider?.issuer ?? 'none',
  OIDC_CLIENT_ID: provider?.clientId ?? 'none',
  OIDC_SUBJECT_CLAIM: provider?.subjectClaim ?? 'none',
});

/** The settings that a desk must have in common with the workers, which are not all of the same variables. */
export const settingsOfDesk = ({
  bankEnvironment,
  demonstration,
  auditKeys,
  provider,
}: {
  readonly bankEnvironment: string;
  readonly demonstration: boolean;
  /** The keys by which the desk checks the audit, if it does. */
  readonly auditKeys: AuditKeys | undefined;
  readonly provider: Parameters<typeof loginSettings>[0];
}): OwnSettings => ({
  BANK_ENVIRONMENT: bankEnvironment,
  BUSINESS_CLOCK_RATE: {
    shown: demonstration ? 'that of a demonstration (DESK_DEMONSTRATION=true)' : '1 (no DESK_DEMONSTRATION)',
    fits: (rate) => demonstration === (rate !== '1'),
  },
  ...(auditKeys && {
    AUDIT_KEY_FILE: {
      shown: `the key ${auditKeys.ids.join(', ')}`,
      fits: (active) => auditKeys.ids.some((id) => active === `the key ${id}`),
    },
  }),
  // A worker that checks no logins has none of these.
  ...Object.fromEntries(
    Object.entries(loginSettings(provider)).map(([name, shown]) => [
      name,
      { shown, fits: (keepers: string) => [shown, 'none'].includes(keepers) },
    ]),
  ),
});

/** A sentence for each setting that differs from the keeper's, or the last keeper's. */
export const differencesFrom = (
  { worker, settings }: Pick<SeenKeeper, 'worker' | 'settings'>,
  own: OwnSettings,
): string[] =>
  Object.entries(own)
    .map(([name, value]) =>
      typeof value === 'string'
        ? { name, shown: value, fits: (keepers: string) => keepers === value }
        : { name, ...value },
    )
    .filter(({ name, fits }) => settings[name] !== undefined && !fits(settings[name]))
    .map(
      ({ name, shown }) =>
        `${name}: ${shown} here, ${settings[name]} at the worker ${worker}, the last to call the bank`,
    );

/** The differences as one sentence for a log; `undefined` if there are none. */
export const sentenceOn = (differences: readonly string[]): string | undefined =>
  differences.length === 0
    ? undefined
    : `The programs of a namespace must have these settings in common, or each refuses what the others have written: ${differences.join('; ')}`;
