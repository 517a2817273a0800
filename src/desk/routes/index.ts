import type { Handlers } from '../http/run-route';
import type { RouteContext } from '../route-context';
import { approvalHandlers } from './approvals';
import { auditHandlers } from './audit';
import { batchHandlers } from './batches';
import { caseHandlers } from './case';
import { commandHandlers } from './commands';
import { documentHandlers } from './documents';
import { eventHandlers } from './events';
import { figureHandlers } from './figures';
import { givenHandlers } from './given';
import { listHandlers } from './lists';
import { peopleHandlers, sessionHandlers } from './people';
import { reconciliationHandlers } from './reconciliation';
import { repaymentHandlers } from './repayments';
import { startHandlers } from './starts';

export const handlersOf = (parts: RouteContext): Handlers => ({
  ...sessionHandlers(parts),
  ...peopleHandlers(parts),
  ...eventHandlers(parts),
  ...listHandlers(parts),
  ...caseHandlers(parts),
  ...commandHandlers(parts),
  ...givenHandlers(parts),
  ...documentHandlers(parts),
  ...startHandlers(parts),
  ...batchHandlers(parts),
  ...approvalHandlers(parts),
  ...repaymentHandlers(parts),
  ...reconciliationHandlers(parts),
  ...figureHandlers(parts),
  ...auditHandlers(parts),
});
