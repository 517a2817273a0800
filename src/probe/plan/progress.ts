import type { OperationName } from '../../bank/contract';
import { folded } from '../../bank/contract/codes';
import { documentedRefusal } from '../../bank/reply';
import { isSuccess, type Answer } from '../replies/answer';
import type { Step } from './step';
import { valueAt } from '../replies/value';

/** Whether a step has come to its end; some states take their time, others never come any more. */
export type Progress = { readonly is: 'reached' } | { readonly is: 'pending' | 'lost'; readonly why: string };

export function progressOf({ row, awaits }: Step, answer: Answer): Progress {
  if (isNotYet(row, answer)) return { is: 'pending', why: `"${answer.failure.message}"` };
  if (!isSuccess(answer)) return { is: 'lost', why: 'it was refused' };
  if (!awaits) return { is: 'reached' };
  const seen = valueAt(answer.body, awaits.field.split('.'));
  if (typeof seen !== 'string') return { is: 'lost', why: `its reply has no ${awaits.field}` };
  const word = folded(seen);
  if (word === awaits.value) return { is: 'reached' };
  const cameToElse = awaits.over?.includes(word) ?? false;
  return { is: cameToElse ? 'lost' : 'pending', why: `${awaits.field} is ${seen}, not ${awaits.value}` };
}

/** Whether an answer is a documented refusal that means "later". */
export const isNotYet = (row: OperationName, answer: Answer): boolean =>
  documentedRefusal(row, answer.status, answer.failure)?.notYet ?? false;
