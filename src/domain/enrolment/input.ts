import { z } from 'zod';
import { contract } from '../../bank/contract';
import { clock, pastDay, reference, type WithClock } from '../../input/fields';
import { waits, type WaitName } from '../case/waits';

const record = contract.createCustomer.body.shape;

export const customer = z
  .strictObject({
    reference: reference('customer.reference').describe('Your own id of the customer; never personal data'),
    firstName: record.first_name,
    lastName: record.last_name,
    email: record.email,
    phone: record.phone.describe('11 digits, such as 08030007777'),
    dateOfBirth: pastDay('customer.dateOfBirth', record.dob).describe('YYYY-MM-DD'),
    gender: z.enum(['MALE', 'FEMALE'], { error: 'customer.gender must be MALE or FEMALE' }),
    bvn: record.bvn.describe('11 digits'),
    nin: record.nin.describe('11 digits'),
    address: z.strictObject({
      street: record.street,
      city: record.city,
      state: record.state,
      country: record.country,
    }),
  })
  .describe('The borrower, as the bank is to know them');

const hours = z.number().positive();
export const deadlines = z
  .strictObject(
    Object.fromEntries(Object.keys(waits).map((name) => [name, hours.optional()])) as Record<
      WaitName,
      z.ZodOptional<typeof hours>
    >,
  )
  .describe('Hours after which a wait raises attention, per wait');

/** The file of a customer to be enrolled before there is any application. */
export const enrolmentInput = z.strictObject({
  customer,
  deadlines: deadlines.optional(),
  clock: clock.optional(),
});

/** An enrolment's input as the workflow receives it once it is parsed. */
export type EnrolmentInput = WithClock<z.output<typeof enrolmentInput>>;
export type CustomerInput = z.output<typeof customer>;
