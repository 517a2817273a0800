import { readConfig } from '../../config/read-config';
import { LoginProvider, ProviderUnreachableError } from '../../desk/login/provider';
import { readRoleMapping } from '../../desk/login/roles';
import { readNamesKey } from '../../desk/names-key';
import { readAuditKeys, readSignerKey } from '../../records/audit-key-files';
import { settingsOfDesk, type OwnSettings } from '../../records/shared-settings';
import { doubtful, examined, fine, wrong, type Finding } from './finding';
import { textAt } from './services-and-folders';

/** The settings of a desk in this environment; `undefined` if it would not start. */
export function desksSettings(): OwnSettings | undefined {
  try {
    const { desk, signing, auditor } = readConfig(['desk', 'signing', 'auditor']);
    const auditKeys = auditor.keyFile === undefined ? undefined : readAuditKeys(auditor.keyFile);
    return settingsOfDesk({ ...signing, ...desk, auditKeys });
  } catch {
    return undefined;
  }
}

/** Checks the desk's files as it reads them, apart from its keys for acts and payloads. */
export const lookAtDeskFiles = (): Promise<Finding[]> =>
  examined('Files of the desk', 'correct, make or restore the file', async () => {
    const { desk, auditor } = readConfig(['desk', 'auditor']);
    readNamesKey(desk.namesKeyFile);
    readRoleMapping(desk.rolesFile);
    if (auditor.keyFile !== undefined) readAuditKeys(auditor.keyFile);
    if (auditor.signerKeyFile !== undefined) await readSignerKey(auditor.signerKeyFile);
    return [fine('Files of the desk', 'they can be used')];
  });

/** Whether the login provider knows the desk by its id and secret. */
export const lookAtClient = (): Promise<Finding[]> =>
  examined('Client', 'look at the login provider', async () => {
    const { provider, url } = readConfig(['desk']).desk;
    const asked = await new LoginProvider(provider, url).knowsDesk().catch((error: unknown) => {
      // Another check names a provider that is away.
      if (error instanceof ProviderUnreachableError) return undefined;
      throw error;
    });
    if (asked === undefined) return [];
    const { known, words } = asked;
    if (known) return [fine('Client', `the login provider knows the desk as ${provider.clientId}`)];
    if (known === false) return [wrong('Client', words, REGISTERED)];
    return [doubtful('Client', `could not be told: the login provider says ${words}`, 'log in at the desk')];
  });

const REGISTERED = 'give the desk the id and the secret that the login provider has for it, and restart it';

/** Whether a desk runs where this environment has it listen. */
export const lookAtRunningDesk = (): Promise<Finding[]> =>
  examined('Desk', 'start the desk', async () => {
    const { host, port } = readConfig(['desk']).desk;
    const place = `http://${host}:${port}`;
    const text = await textAt(`${place}/api/openapi.json`);
    if (text?.includes('"/api/cases"')) return [fine('Desk', `it answers at ${place}`)];
    const found = `${text === undefined ? 'nothing' : 'something else than a desk'} answers at ${place}`;
    return [wrong('Desk', found, 'start the desk, or look at DESK_HOST and DESK_PORT')];
  });
