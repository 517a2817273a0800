import { beginReconciliation } from '../../cases/reconcile';
import { answerOf } from '../../cases/snapshot';
import { existing } from '../../cases/workflow-chain';
import { differenceCauses } from '../../domain/reconciliation/differences';
import type { ReconciliationReport } from '../../domain/reconciliation/report';
import { reportQuery } from '../../domain/wire/messages';
import { caseId } from '../../domain/wire/workflow-ids';
import type { Handlers } from '../http/run-route';
import type { RouteContext } from '../route-context';

/** Begins reconciliations, and shows both sides of their differences. Commands close them. */
export const reconciliationHandlers = ({ client, clientOf }: RouteContext) =>
  ({
    reconcile: ({ body, person }) => beginReconciliation(clientOf(person), body, person.subject),
    async reconciliation({ params: { reference } }) {
      const workflowId = await existing(client, caseId('reconciliation', reference));
      const report = await answerOf(client, workflowId, reportQuery);
      return { reference, report: report && shown(report) };
    },
  }) satisfies Partial<Handlers>;

const shown = (report: ReconciliationReport) => ({
  ...report,
  accounts: report.accounts.map((account) => ({
    ...account,
    differences: account.differences.map((difference) => {
      const { about, toDo } = differenceCauses[difference.cause];
      return { ...difference, about, toDo };
    }),
  })),
});
