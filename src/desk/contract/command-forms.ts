import { z } from 'zod';
import { day, deskRole, instant, kind, reference, sha256 } from './fields';

/**
 * One field of a form, from the command tables. A field of kind `person` names a subject of `GET /api/people`. A command that hands in a document has one field of kind `document`,
 * whose value is the `sha256` of a document that was uploaded to the case.
 */
export const formField = z.object({
  name: z.string(),
  kind: z.enum([
    'text',
    'code',
    'reference',
    'integer',
    'digits',
    'date',
    'flag',
    'sha256',
    'rows',
    'document',
    'person',
  ]),
  about: z.string(),
  optional: z.boolean(),
  /** Data of people: what is typed is never shown again, nor kept in a draft. */
  personal: z.boolean(),
  /** What the field must be, the end of a sentence: "must be …". */
  expectation: z.string(),
  /** Of codes. */
  values: z.array(z.string()).optional(),
  /** Of whole numbers; of texts and digits the number of characters. */
  min: z.number().optional(),
  max: z.number().optional(),
  /** A whole number of kobo: shown and typed in naira. */
  money: z.boolean().optional(),
  /** Of days: the present one by the clock of the case, before which none is taken. */
  earliest: day.optional(),
  /** What the case itself says it should be, such as the digest that was shown. */
  value: z.string().optional(),
  /** What the case has now, where the command changes it; of accounts and identity numbers the last digits. */
  present: z.string().or(z.number()).optional(),
});
export type FormField = z.infer<typeof formField>;

/** A command of a case, for this person. */
export const offeredCommand = z.object({
  name: z.string(),
  /** Of the command table: the label of the button and the name of the dialog. */
  summary: z.string(),
  allowed: z.boolean(),
  /** Why not, a sentence; where it is not allowed. */
  whyNot: z.string().optional(),
  /** The roles in which people may give it. */
  roles: z.array(z.string()),
  /** In which role the person would give it. */
  role: deskRole.optional(),
  /** Whether the person logs in once more for it. */
  freshLogin: z.boolean(),
  /** Whether it helps with what the case waits for, or with what needs attention: shown first. */
  helps: z.boolean(),
  fields: z.array(formField),
});
export type OfferedCommand = z.infer<typeof offeredCommand>;

const fields = z.record(z.string().max(60), z.union([z.string().max(4_000), z.number(), z.boolean()]));

/** What a person tells a case. The request id is the header `Idempotency-Key`. */
export const commandBody = z.strictObject({
  fields: fields.default({}),
  /** Refuse where the case is in another stage by now. */
  expectedStage: z.string().max(60).optional(),
  note: z.string().max(500).optional(),
  /** The signature of the person's device over the challenge that an earlier answer to the same request has named. */
  passkey: z
    .object({
      id: z.string().max(1_400),
      response: z.object({
        clientDataJSON: z.string().max(4_000),
        authenticatorData: z.string().max(4_000),
        signature: z.string().max(1_400),
      }),
    })
    .optional(),
});
export type CommandBody = z.input<typeof commandBody>;

/** The case has taken it. */
export const receipt = z.object({
  requestId: z.string(),
  command: z.string(),
  stage: z.string(),
  acceptedAt: instant,
  /** The same request had been taken before; nothing was changed this time. */
  repeated: z.boolean(),
  /** It takes effect once a second person has confirmed it: the digest that stands for it. */
  proposed: z.string().optional(),
});
export type Receipt = z.infer<typeof receipt>;

/** A command that its person has logged in for, and what became of it: a receipt, or why not. */
export const givenCommand = z.object({
  kind,
  reference,
  command: z.string(),
  /** Of the command table. */
  summary: z.string(),
  receipt: receipt.optional(),
  refusal: z.string().optional(),
});

/** What a person has started and told cases lately, newest first, and what has become of it. */
export const givenLately = z.object({
  deeds: z.array(
    z.object({
      kind,
      reference,
      /** Of the borrower or the beneficiary. */
      name: z.string().optional(),
      /** Business time. */
      at: instant,
      summary: z.string(),
      /** `waiting` for a second person; `accepted` where it took none, or took effect before one was asked. */
      state: z.enum(['waiting', 'approved', 'rejected', 'accepted', 'lapsed']),
      /** Who has approved or rejected it, and why, where a reason was given. */
      by: z.string().optional(),
      reason: z.string().optional(),
      /** Where the case stands now; missing where the desk does not list it any more. */
      stageTitle: z.string().optional(),
    }),
  ),
});
export type GivenLately = z.infer<typeof givenLately>;

/** The same command for many cases. */
export const bulkBody = commandBody.omit({ passkey: true }).extend({
  command: z.string().max(60),
  cases: z.array(z.object({ kind, reference })).min(1).max(50),
});

/** A result for each, in the order of the request: a receipt, or why not. */
export const bulkReply = z.object({
  results: z.array(
    z.object({ kind, reference, receipt: receipt.optional(), refusal: z.string().optional() }),
  ),
});
export type BulkReply = z.infer<typeof bulkReply>;

/** A document that was uploaded to a case. */
export const storedDocument = z.object({
  sha256,
  /** As its sender calls the file; where it has no name, the beginning of its digest. */
  name: z.string(),
  contentType: z.enum(['application/pdf', 'image/jpeg', 'image/png']),
  sizeBytes: z.int(),
  uploadedAt: instant,
});
export type StoredDocument = z.infer<typeof storedDocument>;
