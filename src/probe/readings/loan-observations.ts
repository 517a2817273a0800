import { documentedWords } from '../../bank/contract/codes';
import type { ReadingName } from '../../bank/contract/readings';
import { isRecord } from '../replies/value';
import type { Exchanges } from './exchanges';
import { formOf } from './reply-observations';

/** A charge that is under way shows only later whether it will be taken. */
export function observedCharge(seen: Exchanges): ReadingName<'charge'> | undefined {
  const charge = seen.last('chargeRepayment');
  if (charge?.at('data.status') !== 'SUCCESS') return undefined;
  const { amount } = charge.input as { amount?: number };
  return charge.at('data.amount') === amount ? 'taken-at-once' : 'partly-taken';
}

const words: readonly string[] = documentedWords.instalment;

export function observedInstalments(seen: Exchanges): ReadingName<'schedule'> | undefined {
  const listed = seen.last('getRepaymentSchedule')?.at('data.schedule');
  const instalments = (Array.isArray(listed) ? listed : []).filter(isRecord);
  if (instalments.length === 0) return undefined;
  if (instalments.some(({ status }) => status === undefined)) return 'amounts-only';
  if (instalments.some(({ totalDue }) => totalDue === 0)) return 'zero-instalments';
  if (instalments.some(({ totalDue }) => !Number.isInteger(totalDue))) return 'fractional-kobo';
  return instalments.every(({ status }) => words.includes(String(status))) ? 'documented' : 'other-words';
}

/** An offer's end and its due dates. Only a day above the twelfth shows whether day and month are turned round. */
export function observedDates(seen: Exchanges): ReadingName<'dates'> | undefined {
  const offer = seen.last('getOffer');
  const [end, due] = ['data.expiresAt', 'data.repaymentSchedule.0.dueDate'].map((path) => offer?.at(path));
  if (typeof end !== 'string' || typeof due !== 'string') return undefined;
  if (end === '' && due === '') return 'empty';
  const parts = [end, due].map((date) => date.slice(0, 10).split('-').map(Number));
  if (parts.some(([, month = 0]) => month > 12)) return 'turned-round';
  if (parts.every(([, , day = 0]) => day <= 12)) return undefined;
  const form = formOf(due);
  return form === 'date-only' && formOf(end) !== 'date-only' ? 'documented' : form;
}
