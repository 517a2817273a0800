import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { faultSchema } from './faults';
import { readingsSchema } from './readings/readings';
import { ruleSchema } from './scenarios/rules';

const HOUR = 3600;
const DAY = 24 * HOUR;
const seconds = (usual: number) => z.number().min(0).default(usual);

/** The durations of the bank's processes, in business seconds. */
const durations = z.strictObject({
  registration: seconds(10).describe('from an application to its internal registration number'),
  kyc: seconds(120),
  bankStatement: seconds(120),
  decision: seconds(600),
  offerValidity: seconds(30 * DAY),
  boardReview: seconds(HOUR),
  guarantor: seconds(HOUR).describe('from the invitation until the guarantor has answered'),
  staffReview: seconds(HOUR).describe('from the post-offer KYC to the approval'),
  disbursement: seconds(4 * HOUR).describe('from the approval to the money'),
  loanRegistration: seconds(10).describe('from the money until the schedule can be read'),
  payoutSettlement: seconds(20),
  chargeSettlement: seconds(600).describe('of a charge that the bank does not take at once'),
});

/** The delivery of events. Durations are real seconds, since deliveries belong to HTTP. */
const webhook = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('as if it had been set by PUT /v1/webhook'),
  secret: z.string().min(1).nullable().default(null).describe('signs deliveries; none, no signature'),
  retryFirstSeconds: seconds(5).describe('until the second attempt; each wait is twice the one before'),
  retrySlowestSeconds: seconds(HOUR),
  attempts: z.int().min(1).default(12),
  timeoutSeconds: z.number().positive().default(10),
  remarks: z.boolean().default(true).describe('payloads carry data.transactionDetails.remark'),
});

/** The settings of the emulated bank; the defaults make a usual one. */
export const settingsSchema = z.strictObject({
  seed: z
    .string()
    .min(1)
    .default(() => randomUUID()),
  serviceKey: z.string().min(1).default('sandbox-key'),
  apiKey: z.string().min(1).default('sandbox-api-key'),
  forbiddenKey: z.string().min(1).default('sandbox-key-without-permission'),
  startAt: z.iso.datetime({ offset: true }).optional(),
  rate: z.number().min(0).default(1).describe('business seconds per real second; 0 stands still'),
  limit: z.int().min(0).default(100).describe('calls per window; 0 is no limit'),
  windowSeconds: z.number().positive().default(900).describe('real seconds'),
  payoutFeeKobo: z.int().min(0).default(2500),
  stampDutyKobo: z.int().min(0).default(5000),
  stampDutyFromKobo: z.int().min(0).default(1_000_000).describe('least transfer that costs stamp duty'),
  monthlyInterestPercent: z.number().min(0).default(3).describe('flat, of the principal'),
  settlementSpread: z.number().min(0).default(0).describe('sigma of a log-normal payout settlement'),
  durations: durations.prefault({}),
  webhook: webhook.prefault({}),
  readings: readingsSchema.default({}).describe('how the bank reads what the interface leaves open'),
  rules: z.array(ruleSchema).default([]),
  faults: z.array(faultSchema).default([]),
});

export type SandboxSettings = z.input<typeof settingsSchema>;
export type Settings = z.output<typeof settingsSchema>;
