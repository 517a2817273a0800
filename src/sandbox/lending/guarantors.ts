import type { ApplicationRecord, GuarantorRecord } from '../records';
import type { BankState } from '../bank-state';

/** The invited guarantor has answered. */
export function receiveGuarantor(state: BankState, id: string): void {
  state.guarantors.change(id, { submittedAt: state.now });
  state.commit('guarantor-received', id);
}

/** Whether a guarantor who was invited for an application has answered. */
export const hasGuarantor = (state: BankState, applicationId: string): boolean =>
  invitedFor(state, applicationId).some(({ submittedAt }) => submittedAt !== undefined);

/** The guarantors that the bank lists for an application: those invited, and by one reading an earlier one. */
export function guarantorsOf(
  state: BankState,
  application: ApplicationRecord,
  asOf: number,
): GuarantorRecord[] {
  const invited = invitedFor(state, application.id, asOf);
  return state.readings.takes('guarantorAnswer', 'several')
    ? [earlierGuarantor(application), ...invited]
    : invited;
}

const invitedFor = (state: BankState, applicationId: string, asOf?: number): GuarantorRecord[] =>
  state.guarantors.all(asOf).filter((guarantor) => guarantor.applicationId === applicationId);

/** A guarantor of an earlier loan, whose answer says nothing about this one. */
const earlierGuarantor = ({ id, createdAt }: ApplicationRecord): GuarantorRecord => ({
  id: `${id}-earlier`,
  applicationId: id,
  person: {
    first_name: 'Earlier',
    last_name: 'Guarantor',
    phone: '08030000009',
    email: 'earlier.guarantor@example.test',
  },
  inviteSentAt: createdAt,
  submittedAt: createdAt,
});
