import { beginReconciliation } from '../../cases/reconcile';
import { answerOf } from '../../cases/snapshot';
import { existing } from '../../cases/workflow-chain';
import { accountText, type PayingAccount } from '../../domain/payout/terms';
import { differenceCauses } from '../../domain/reconciliation/differences';
import type { ReconciliationReport } from '../../domain/reconciliation/report';
import { reportQuery } from '../../domain/wire/messages';
import { caseId } from '../../domain/wire/workflow-ids';
import type { Handlers } from '../http/run-route';
import type { RouteContext } from '../route-context';

export const reconciliationHandlers = ({ client, clientOf, payingAccounts }: RouteContext) =>
  ({
    reconcile: ({ body, person }) => beginReconciliation(clientOf(person), body, person.subject),
    async reconciliation({ params: { reference } }) {
      const workflowId = await existing(client, caseId('reconciliation', reference));
      const report = await answerOf(client, workflowId, reportQuery);
      const { accounts } = await payingAccounts.terms();
      return { reference, report: report && shown(report, accounts) };
    },
  }) satisfies Partial<Handlers>;

const shown = (report: ReconciliationReport, own: readonly PayingAccount[]) => ({
  ...report,
  accounts: report.accounts.map((account) => ({
    ...account,
    account: wholeAccount(account.account, own),
    differences: account.differences.map((difference) => {
      const { about, toDo } = differenceCauses[difference.cause];
      return { ...difference, about, toDo };
    }),
  })),
});

/** Our account of a report whole, with its name, if only one that the settings name has its last digits. */
export function wholeAccount(shortened: string, own: readonly PayingAccount[]): string {
  const [one, ...others] = own.filter(({ accountNumber }) =>
    accountNumber.endsWith(shortened.replace('…', '')),
  );
  return one && others.length === 0 ? accountText(one) : shortened;
}
