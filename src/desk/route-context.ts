import { Client } from '@temporalio/client';
import { readSigningKey, type SigningKey } from '../authority/person-key';
import { signWith } from '../cases/signing';
import type { Clock } from '../domain/time/clock';
import type { CaseCopy } from '../records/projection/list';
import { WatchedKeyFile } from '../secrets/key-file';
import type { TemporalClient } from '../temporal/connection';
import type { Enquiries, Uploads } from './access/uploads-and-enquiries';
import type { StepUp } from './access/command-permission';
import type { PreparedCommands } from './login/prepared-commands';
import type { Banks } from './banks';
import type { PayingAccounts } from './paying-accounts';
import type { CaseDocuments } from './documents';
import type { Events } from './events';
import type { People } from './login/people';
import type { Person } from './login/roles';
import type { Sessions } from './login/sessions';
import type { AuditReader } from './audit-reader';
import { ACTING_ROLES } from './contract/fields';
import type { Administration } from './contract/people';

/** The parts that the handlers of routes work with. */
export interface RouteContext {
  /** For reading; it signs nothing. */
  readonly client: TemporalClient;
  /** A client in a person's name, which signs with the desk's key. */
  readonly clientOf: (person: Person) => Client;
  readonly copy: CaseCopy;
  readonly documents: CaseDocuments;
  readonly sessions: Sessions;
  readonly people: People;
  /** The keys that the desk holds, by their public names. */
  readonly keys: () => Promise<Administration['keys']>;
  /** The address that ends a browser's login at the provider. */
  readonly logoutAddress: (idToken: string) => Promise<string | undefined>;
  readonly stepUp: StepUp;
  readonly prepared: PreparedCommands;
  readonly banks: Banks;
  readonly payingAccounts: PayingAccounts;
  readonly enquiries: Enquiries;
  readonly uploads: Uploads;
  readonly events: Events;
  readonly audit: AuditReader;
  readonly webUi: string | undefined;
  /** The codec's address without a session's pass; `undefined` if the desk does not decrypt for it. */
  readonly codecUrl: string | undefined;
  readonly demonstration: boolean;
  readonly clock: Clock;
}

/** Who signs for a desk: always the key that its file holds now. @throws KeyFileError if it holds none at the start */
export function deskSigner(keyFile: string, bankEnvironment: string, onProblem: (sentence: string) => void) {
  const file = new WatchedKeyFile(keyFile, readSigningKey, onProblem);
  return {
    bankEnvironment,
    get key(): SigningKey {
      return file.current();
    },
  };
}

/** Makes clients that sign with the desk's key, narrowed for each request to the person logged in. */
export const clientsOf =
  (
    client: TemporalClient,
    desk: { readonly key: SigningKey; readonly bankEnvironment: string } | undefined,
  ) =>
  ({ subject, roles }: Person): Client => {
    const {
      connection,
      options: { namespace, dataConverter },
    } = client;
    const own = new Client({ connection, namespace, dataConverter });
    const acting = ACTING_ROLES.filter((role) => roles.includes(role));
    return signWith(own, desk && { ...desk, key: { ...desk.key, subject, roles: acting } });
  };
