import { hostname } from 'node:os';
import type { BudgetReport } from '../domain/budget-report';
import type { RequestBudget } from '../service/request-budget';

/** Where the request budget of this process stands. Calls nothing. */
export interface BudgetReports {
  reportBudget(): Promise<BudgetReport>;
}

export const createBudgetReports = (budget: RequestBudget): BudgetReports => ({
  reportBudget() {
    const nowMs = performance.now();
    const worker = `${process.pid}@${hostname()}`;
    return Promise.resolve({ worker, policies: budget.standings(nowMs), calls: budget.calls(nowMs) });
  },
});
