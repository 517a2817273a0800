import { batchResults, meaningOf, resultsCsv } from '../../cases/batch-results';
import { startBatch } from '../../cases/start';
import { resources } from '../../cases/resources';
import { snapshotOf } from '../../cases/snapshot';
import { countsOf, type RowResult } from '../../domain/batch/validation-results';
import type { Handlers } from '../http/call';
import { invalid } from '../http/problems';
import type { DeskParts } from '../parts';
import { checkCsv } from '../views/batch-check';
import { given } from '../views/case-row';
import { progressIn } from '../views/batch-progress';
import { checkBatch } from '../../input/batch-input';
import { startedAs } from './starts';

type BatchRoutes = 'checkBatch' | 'startBatch' | 'batchProgress' | 'batchResults' | 'batchResultsCsv';

/** Batches: checked, frozen, followed, and their results. */
export const batchHandlers = ({ client, clientOf }: DeskParts): Pick<Handlers, BatchRoutes> => ({
  checkBatch: ({ body: { csv } }) => checkCsv(csv).check,
  async startBatch({ body, person }) {
    const { csv, reference, sourceAccountNumber, allowDuplicates, purpose } = body;
    const { payouts, check } = checkCsv(csv);
    if (check.problems.length > 0) throw invalid(check.problems);
    const { batch, problems } = checkBatch({
      ...{ reference, payouts, createdBy: person.subject },
      source: { accountNumber: sourceAccountNumber },
      ...given({ allowDuplicates, purpose, branch: person.branch }),
    });
    if (!batch) throw invalid(problems.map((message) => ({ message })));
    return startedAs(await startBatch(clientOf(person), batch));
  },
  async batchProgress({ params: { reference } }) {
    return progressIn(reference, await snapshotOf(client, resources.batch, reference));
  },
  async batchResults({ params: { reference } }) {
    const rows = await batchResults(client, reference);
    return { reference, rows: rows.map(shown), counts: countsOf(rows) };
  },
  async batchResultsCsv({ params: { reference }, reply }) {
    const rows = await batchResults(client, reference);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${reference}.csv"`)
      .send(resultsCsv(rows));
  },
});

const shown = (row: RowResult) => ({ ...row, about: meaningOf(row.status) ?? row.status });
