import { encodeToPayloadsWithContext, loadDataConverter } from '@temporalio/common/lib/internal-non-workflow';
import { temporalTarget } from '../../temporal/connection';
import { RequestError } from '../request-error';

/**
 * The options by which the official command line takes an input that only this case can read. No server is asked: the case
 * need not exist yet. @throws RequestError where nothing is encrypted
 */
export async function encryptedInput(workflowId: string, input: unknown): Promise<string> {
  const { namespace, dataConverters } = temporalTarget({ asksStack: true });
  if (!dataConverters.isEncrypting)
    throw new RequestError('refused', 'Encryption is off: give the JSON to temporal as it is.');
  const owner = { type: 'workflow', namespace, workflowId } as const;
  const converter = loadDataConverter(dataConverters.forClients);
  const [payload] = (await encodeToPayloadsWithContext(converter, owner, [input])) ?? [];
  const about = Object.entries(payload?.metadata ?? {}).map(
    ([name, value]) => `--input-meta ${name}=${Buffer.from(value).toString()}`,
  );
  return [...about, `--input-base64 --input ${Buffer.from(payload?.data ?? []).toString('base64')}`].join(
    ' ',
  );
}
