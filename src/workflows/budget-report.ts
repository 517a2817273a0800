import type { BudgetReport } from '../domain/budget-report';
import { reporting } from './lanes';

/** Asks the worker that happens to run it where its request budget stands. */
export const budgetReportWorkflow = (): Promise<BudgetReport> => reporting.reportBudget();
