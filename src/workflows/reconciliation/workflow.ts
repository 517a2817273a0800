import type { ReconciliationReport } from '../../domain/reconciliation/report';
import { runCase } from '../case/run-case';
import { attempt } from '../case/steps';
import { compare } from './comparing';
import { ReconciliationCase } from './reconciliation-case';

/**
 * Compares our ledger with the statements of our accounts. Differences need a person, who says what they turned out to
 * be; without any it ends at once.
 */
export async function reconciliationWorkflow(given: unknown = {}): Promise<ReconciliationReport> {
  const reconciliation = new ReconciliationCase(given);
  return runCase(reconciliation, async () => {
    // Ends without a difference, or once a person has resolved the differences.
    for (;;) {
      const report = await attempt(reconciliation, 'Comparing', () => compare(reconciliation));
      reconciliation.found(report);
      if (report.unmatched === 0) return reconciliation.close('AGREED');
      const outcome = await reconciliation.askAbout(report);
      if (outcome !== undefined) return reconciliation.close('RESOLVED', outcome);
      reconciliation.enter('COMPARING');
    }
  });
}
