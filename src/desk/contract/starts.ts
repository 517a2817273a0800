import { z } from 'zod';
import { loanInput } from '../../domain/loan/input';
import { EXEMPT_PURPOSES } from '../../domain/money/duty';
import { payoutInput } from '../../domain/payout/input';
import { count, kind, kobo, reference } from './fields';
import { mistake } from './problem';

/** The body of a start: the input of the case. Its schema is that of the file, and its mistakes name its fields. */
export const startBody = z.record(z.string(), z.unknown());

const ownDocument = loanInput.shape.documents.unwrap().element;

/** What starts a case over HTTP: without what the desk sets itself. A document is named by the digest of its upload. */
export const startSchemas = {
  loan: loanInput.omit({ clock: true }).extend({
    documents: z
      .array(ownDocument.omit({ path: true }).required({ sha256: true }))
      .max(50)
      .default([])
      .describe('Each was uploaded to the address of this loan before'),
  }),
  payout: payoutInput.omit({ clock: true, createdBy: true }),
};

export const started = z.object({
  kind,
  reference,
  /** `found`: it runs already, with the same input. `ended`: it has run before. */
  outcome: z.enum(['started', 'found', 'ended']),
  /** The same request had been given before, and was answered so. */
  repeated: z.boolean().default(false),
});
export type Started = z.input<typeof started>;

/** An account to be paid, and the name in which it is thought to be held. */
export const nameEnquiryBody = z.strictObject({
  bankCode: z.string().regex(/^\d{3,10}$/, 'bankCode must be 3 to 10 digits'),
  accountNumber: z.string().regex(/^\d{10}$/, 'accountNumber must be exactly 10 digits'),
  accountName: z.string().min(1).max(200).optional(),
});

/** The name in which the bank holds the account, and how well the given one fits. */
export const nameEnquiryReply = z.object({
  accountName: z.string(),
  verdict: z.enum(['match', 'close', 'mismatch']).optional(),
});

/** What the rows come to. */
const totals = z.object({
  rows: count,
  totalKobo: kobo,
  largestKobo: kobo,
  beneficiaries: count,
});

/** Everything that can be said about the rows without asking the bank: every problem by line and column. */
export const batchCheck = z.object({
  totals,
  problems: z.array(mistake),
  /** What a person should look at, and may be meant. */
  warnings: z.array(z.string()),
  /** The cells as they were read, with the line of each row, for correcting them in place. */
  columns: z.array(z.string()),
  rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
});
export type BatchCheck = z.infer<typeof batchCheck>;

/** Freezes a batch: from here on its rows do not change, and its checks begin. Who is logged in has made it. */
export const batchBody = z.strictObject({
  reference,
  csv: z.string().max(4_000_000),
  /** The account that pays. */
  sourceAccountNumber: z
    .string()
    .regex(/^\d{10}$/, { error: 'sourceAccountNumber must be exactly 10 digits' }),
  allowDuplicates: z.boolean().optional(),
  purpose: z.enum(EXEMPT_PURPOSES).optional(),
});

/** What has become of each row. */
export const batchResults = z.object({
  reference,
  rows: z.array(
    z.object({
      row: z.int(),
      reference: z.string(),
      amountKobo: kobo,
      status: z.string(),
      /** What the status means. */
      about: z.string(),
      feeKobo: kobo.optional(),
      dutyKobo: kobo.optional(),
      uniqueRef: z.string().optional(),
      reason: z.string().optional(),
    }),
  ),
  counts: z.record(z.string(), count),
});
export type BatchResults = z.infer<typeof batchResults>;

/** One row of a batch that is to be paid, as its approvers see it. */
const batchPayee = z.object({
  row: z.int(),
  reference: z.string(),
  amountKobo: kobo,
  remark: z.string(),
  /** The name that was given, and the one in which the bank holds the account, as far as it has told it. */
  givenName: z.string(),
  resolvedName: z.string().optional(),
  nameVerdict: z.string().optional(),
  bankCode: z.string(),
  /** By the bank's own list. */
  bankName: z.string().optional(),
  /** Whole for who pays or approves, else its end. */
  account: z.string(),
  /** No payout to this account has been paid before, as far as the desk's copy of the cases goes back. */
  isNew: z.boolean(),
});
export type BatchPayee = z.infer<typeof batchPayee>;

/** Whom a batch is to pay, the largest amount first. */
export const batchPayees = z.object({
  reference,
  /** The digest that stands for exactly these rows; missing while nothing is to be approved. */
  digest: z.string().optional(),
  /** Why no row is shown, a sentence. */
  whyNone: z.string().optional(),
  rows: z.array(batchPayee),
});
export type BatchPayees = z.infer<typeof batchPayees>;

/** A bank of the bank's own list: its code in accounts, and other codes by which it is known. */
const bank = z.object({ name: z.string(), code: z.string(), otherCodes: z.array(z.string()) });
export type Bank = z.infer<typeof bank>;
/** The bank's list of banks; missing while it cannot be had. */
export const bankList = z.object({ banks: z.array(bank).optional() });

/** How far a batch is. */
export const batchProgress = z.object({
  reference,
  stage: z.string(),
  counts: z.record(z.string(), count),
  total: count,
  done: count,
});
export type BatchProgress = z.infer<typeof batchProgress>;
