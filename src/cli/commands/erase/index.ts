import { Option, type Command } from '@commander-js/extra-typings';
import { createInterface } from 'node:readline';
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { withClient } from '../../../cases/connection';
import { casesOfCustomer, type CasesOfCustomer } from '../../../cases/erasure/customer-cases';
import { RequestError } from '../../../cases/request-error';
import { reference } from '../../../input/fields';
import { examples } from '../../command-line';
import { inform, printResult } from '../../terminal';
import { told } from '../audit/access';
import { erase, openMeans, type Erased } from './erasing';

/** Why a customer is erased: words of a list, since they stay in the audit for good. */
const REASONS = ['CUSTOMER_REQUEST', 'RETENTION_ENDED', 'AUTHORITY_ORDER', 'ENTERED_BY_MISTAKE'] as const;

/** Adds `erase`. */
export function addErase(program: Command): void {
  program
    .command('erase')
    .description(
      'Erase a customer: the ended cases in Temporal, their documents, and what is personal in the audit, which goes on to verify. Refused while a case is open.',
    )
    .argument('<customer>', 'your own reference of the customer, as in CU-2026-0001')
    .addOption(
      new Option('--reason <reason>', 'why; it stays in the audit').choices(REASONS).makeOptionMandatory(),
    )
    .option(
      '--case <id...>',
      "workflow ids of more of the customer's cases, which Temporal does not keep any more",
    )
    .option('--yes', 'do not ask for the reference again')
    .option('--json', 'print what was erased as JSON')
    .addHelpText('after', examples('erase CU-2026-0001 --reason CUSTOMER_REQUEST'))
    .action((given, { reason, case: more = [], yes, json }) =>
      told(() =>
        withClient(async (client) => {
          const customer = customerReference(given);
          const found = await casesOfCustomer(client, customer);
          await requireErasable(client, customer, found, more);
          const means = await openMeans(client);
          try {
            if (yes !== true) await requireConfirmation(customer, found.cases.length + more.length);
            const erased = await erase(client, means, { customer, reason, found, more });
            printResult(json, erased, () => erasureView(erased));
          } finally {
            await means.close();
          }
        }),
      ),
    );
}

function customerReference(given: string): string {
  const { data, error } = reference('The reference of the customer').safeParse(given);
  if (error) throw new RequestError('usage', `${error.issues.map(({ message }) => message).join('; ')}.`);
  return data;
}

/** Asks for the customer's reference once more, on one line of stdin. @throws RequestError for any other answer */
export async function requireConfirmation(
  customer: string,
  cases: number,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<void> {
  const many = cases === 1 ? '1 case' : `${cases} cases`;
  inform(`This erases ${many} of ${customer} for good. Type the reference of the customer again:`);
  const lines = createInterface({ input });
  // The first line is the answer; where there is none, nothing was confirmed.
  for await (const line of lines) {
    lines.close();
    if (line.trim() === customer) return;
    break;
  }
  throw new RequestError('refused', 'Nothing was erased: the reference was not typed again. See --yes.');
}

/** @throws RequestError where a case is open, where there is nothing to erase, or where a named case is in Temporal */
async function requireErasable(
  client: Client,
  customer: string,
  { cases }: CasesOfCustomer,
  more: readonly string[],
): Promise<void> {
  const open = cases.filter(({ isOpen }) => isOpen).map(({ workflowId }) => workflowId);
  if (open.length > 0)
    throw new RequestError(
      'refused',
      `Nothing was erased: ${open.join(', ')} ${open.length === 1 ? 'is' : 'are'} open. End ${open.length === 1 ? 'it' : 'them'} first.`,
    );
  if (cases.length + more.length === 0)
    throw new RequestError(
      'refused',
      `Temporal keeps no case of a customer ${customer}. Name older cases by --case.`,
    );
  const kept = new Set(cases.map(({ workflowId }) => workflowId));
  for (const id of more)
    if (!kept.has(id) && (await isInTemporal(client, id)))
      throw new RequestError(
        'refused',
        `Nothing was erased: ${id} is in Temporal, and is no case of ${customer}.`,
      );
}

async function isInTemporal(client: Client, workflowId: string): Promise<boolean> {
  try {
    await client.workflow.getHandle(workflowId).describe();
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/** What was erased, for people, and what they have to look at themselves. */
function erasureView(erased: Erased): string {
  const { customer, cases, runs, auditDetails, documents, sharedDocuments, unreadable } = erased;
  return [
    `Erased ${customer}: ${cases.join(', ')}.`,
    `${runs} runs in Temporal, ${auditDetails} details of the audit, ${documents} documents.`,
    ...(sharedDocuments > 0
      ? [`${sharedDocuments} documents stay: loans of other customers name them, too.`]
      : []),
    ...(unreadable.length > 0
      ? [`These loans cannot be read; look whether they are the customer's: ${unreadable.join(', ')}.`]
      : []),
    'The bank keeps what it was given; ask it to erase the customer, too.',
  ].join('\n');
}
