import type { Command } from '@commander-js/extra-typings';
import { Option } from '@commander-js/extra-typings';
import { withClient } from '../../../cases/connection';
import { casesOfCustomer } from '../../../cases/erasure/customer-cases';
import { RequestError } from '../../../cases/request-error';
import { reference } from '../../../input/fields';
import { examples } from '../../command-line';
import { printResult } from '../../terminal';
import { erasureView } from '../../views/erasure';
import { told } from '../audit/access';
import { requireConfirmation } from './confirmation';
import { erase, openMeans } from './erasing';
import { requireErasable } from './erasable';

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
