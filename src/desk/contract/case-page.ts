import { z } from 'zod';
import { approvalItem, payoutFacts } from './approvals';
import { caseRow } from './case-list';
import { offeredCommand, storedDocument } from './command-forms';
import { instant, kind, reference } from './fields';

/** One stage on the line of a case. */
const stageOnLine = z.object({
  stage: z.string(),
  title: z.string(),
  /** `skipped`: the case has gone past it without it; `exit`: an end that was not hoped for. */
  state: z.enum(['done', 'current', 'ahead', 'skipped', 'exit']),
  /** When the case entered it, where the timeline still tells. Business time. */
  since: instant.optional(),
});

/** Who borrows, as the case has it now; of identity numbers the last digits. */
export const borrower = z.object({
  name: z.string(),
  businessName: z.string().optional(),
  phone: z.string(),
  address: z.string(),
  bvn: z.string(),
  nin: z.string().optional(),
  /** Whether the person may have these numbers shown in full now. */
  mayReveal: z.boolean(),
  dateOfBirth: z.string(),
  /** Asked for. */
  amountKobo: z.int().optional(),
  months: z.int().optional(),
});
export type Borrower = z.infer<typeof borrower>;

/** Everything about one case, as its workflow tells it now, or has told it last. Instants are business time but where it is said. */
export const casePage = z.object({
  kind,
  reference,
  workflowId: z.string(),
  stage: z.string(),
  stageTitle: z.string(),
  since: instant,
  ended: z.boolean(),
  assignee: z.string().optional(),
  branch: z.string().optional(),
  name: z.string().optional(),
  /** Of a payout or flush: what it pays, to whom, as it stands now. */
  payout: payoutFacts.optional(),
  borrower: borrower.optional(),
  /** Of a loan: the account that was named for it, and its bank by the bank's own list. */
  disbursementAccount: z
    .object({ accountNumber: z.string(), bankCode: z.string(), bankName: z.string().optional() })
    .optional(),
  /** What it waits for, since when, until when, who is to act: one sentence, its instants in Lagos time. */
  sentence: z.string(),
  waiting: z
    .object({
      for: z.string(),
      about: z.string(),
      on: z.string(),
      toDo: z.string(),
      since: instant,
      until: instant.optional(),
    })
    .optional(),
  attention: z.object({ cause: z.string(), since: instant, actions: z.array(z.string()) }).optional(),
  stages: z.array(stageOnLine),
  checklist: z.array(
    z.object({
      item: z.string(),
      status: z.enum(['required', 'missing', 'uploading', 'uploaded', 'rejected']),
      reason: z.string().optional(),
      /** The document that was handed in for it last. */
      sha256: z.string().optional(),
    }),
  ),
  /** Uploaded to this case by the desk. */
  documents: z.array(storedDocument),
  /** Name, for people; a figure in kobo where `money`. */
  facts: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      value: z.union([z.string(), z.number(), z.null()]),
      kind: z.enum(['text', 'number', 'money', 'instant', 'day', 'digest']),
    }),
  ),
  timeline: z.array(z.object({ at: instant, by: z.string(), what: z.string(), note: z.string().optional() })),
  related: z.array(
    caseRow.pick({ kind: true, reference: true, stageTitle: true, ended: true }).extend({ why: z.string() }),
  ),
  /** What stands to be approved or confirmed. */
  approvals: z.array(approvalItem),
  /** What people have decided under a digest, newest first, as the audit has it. */
  decisions: z.array(
    z.object({
      command: z.string(),
      summary: z.string(),
      by: z.string(),
      role: z.string(),
      /** Business time. */
      at: instant,
      digest: z.string(),
      /** Whether the person had logged in for this very act. */
      freshLogin: z.boolean(),
    }),
  ),
  commands: z.array(offeredCommand),
  /** Calls of the bank that do not come through, a sentence each. */
  calls: z.array(z.string()),
  /** Its page in Temporal's Web UI. */
  webUi: z.string().optional(),
  /** When the workflow was asked: real time. */
  readAt: instant,
  /** Why no worker answered, a sentence: then this is what the desk knew before, without timeline, approvals and commands. */
  unanswered: z.string().optional(),
});
export type CasePage = z.infer<typeof casePage>;
