import { enquireName } from '../name-enquiry';
import { matchNames } from '../../domain/names/matching';
import type { Handlers } from '../http/call';
import { ProblemError } from '../http/problems';
import type { DeskParts } from '../parts';
import { given } from '../views/case-row';

/** The name that the bank has for an account, before a payout to it is started. */
export const nameEnquiryHandlers = ({ client, enquiries }: DeskParts): Pick<Handlers, 'enquireName'> => ({
  async enquireName({ body: { accountName, ...question }, person }) {
    await enquiries.count(person.subject);
    const answer = await enquireName(client, question);
    if ('refused' in answer) throw new ProblemError('invalid', `The bank tells no name: ${answer.refused}.`);
    const verdict = accountName === undefined ? undefined : matchNames(accountName, answer.accountName);
    return { accountName: answer.accountName, ...given({ verdict }) };
  },
});
