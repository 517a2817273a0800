import type { Route } from '../../../../src/desk/contract/route';
import type { RouteName } from '../../../../src/desk/contract/routes';
import { exampleDocument } from '../steps';
import { batch, payout } from './open-cases';

/** One request for a route, well formed. */
interface RouteRequest {
  readonly path: string;
  readonly body?: object;
  /** What is answered to a person of the right role. */
  readonly allowed: number;
}

/** What the addresses of the walk name. */
export interface Names {
  readonly sha256: string;
  readonly reconciliation: string;
}

const csv = (batch('-') as { csv: string }).csv;

/**
 * How each route is asked. What would start something is well formed where the role is missing, and lacks everything where it is
 * not: either way nothing begins.
 */
export const requestFor = (
  name: RouteName,
  { path }: Route,
  names: Names,
  isAllowed: boolean,
): RouteRequest => {
  const starts = (body: object): RouteRequest => ({ path, body: isAllowed ? EMPTY : body, allowed: 422 });
  const of = (kind: string, reference: string) =>
    path
      .replace(':kind', kind)
      .replace(':reference', reference)
      .replace(':sha256', names.sha256)
      .replace(':command', 'addNote');
  switch (name) {
    case 'casePage':
    case 'document':
      return { path: of('loan', 'WALK-LN'), allowed: 200 };
    case 'statement':
    case 'statementCsv':
      // It is not in repayment.
      return { path: of('loan', 'WALK-LN'), allowed: 409 };
    case 'givenCommand':
      // The visitors of the walk log in for no command.
      return { path: path.replace(':requestId', 'walk-1'), allowed: 404 };
    case 'search':
      return { path: `${path}?q=WALK`, allowed: 200 };
    case 'schema':
      return { path: of('loan', ''), allowed: 200 };
    case 'batchProgress':
    case 'batchResults':
    case 'batchResultsCsv':
    case 'batchPayees':
    case 'batchPayeesCsv':
      return { path: of('batch', 'WALK-BT'), allowed: 200 };
    case 'reconciliation':
      return { path: of('reconciliation', names.reconciliation), allowed: 200 };
    case 'checkBatch':
      return { path, body: { csv }, allowed: 200 };
    case 'startLoan':
      return starts({ reference: 'WALK-NONE' });
    case 'startPayout':
      return starts(payout('WALK-NONE', 2_500_000));
    case 'startBatch':
      return starts(batch('WALK-NONE'));
    case 'reconcile':
      return starts({});
    case 'endSessions':
      return starts({ subject: 'walk-none' });
    case 'upload':
      return { path: of('loan', 'WALK-LN'), body: uploaded(), allowed: 200 };
    case 'revealNumber':
      return { path: of('loan', 'WALK-LN'), body: EMPTY, allowed: 422 };
    case 'alikePayouts':
    case 'enquireName':
    case 'addEndpoint':
      return { path, body: EMPTY, allowed: 422 };
    case 'orderEndpoint':
      return { path: path.replace(':endpoint', 'walk'), body: EMPTY, allowed: 422 };
    case 'command':
      return { path: of('loan', 'WALK-LN'), body: EMPTY, allowed: 422 };
    case 'commands':
      return { path, body: EMPTY, allowed: 422 };
    default:
      return { path, allowed: 200 };
  }
};

/** No body of the interface has such a field. */
const EMPTY = { nothing: true };

/** A document, as a page sends it. */
function uploaded(): FormData {
  const form = new FormData();
  const content = new Uint8Array(exampleDocument('board-resolution.pdf'));
  form.append('file', new Blob([content], { type: 'application/pdf' }), 'board-resolution.pdf');
  return form;
}
