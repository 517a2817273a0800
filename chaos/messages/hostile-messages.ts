import type { Payload } from '@temporalio/common';
import { batchCommands } from '../../src/domain/batch/commands';
import type { CommandTable } from '../../src/domain/case/commands';
import { enrolmentCommands } from '../../src/domain/enrolment/commands';
import { loanCommands } from '../../src/domain/loan/commands';
import { payoutCommands } from '../../src/domain/payout/commands';
import { repaymentCommands } from '../../src/domain/repayment/commands';
import { Random } from '../../sandbox/random';

/** A message that no case may act upon. */
export interface HostileMessage {
  readonly way: 'signal' | 'update' | 'query';
  readonly name: string;
  /** Values that a client encodes as it should, or payloads that it would never send. */
  readonly args: { readonly values: readonly unknown[] } | { readonly payloads: readonly Payload[] };
}

const tables: CommandTable = {
  ...batchCommands,
  ...enrolmentCommands,
  ...loanCommands,
  ...payoutCommands,
  ...repaymentCommands,
};

/** Between workflows of ours. */
const INTERNAL = [
  'chunkControl',
  'chunkReport',
  'enrolmentAttention',
  'enrolmentSettled',
  'joinEnrolment',
  'notified',
  'stalled',
  'unknownWord',
];
const QUERIES = ['case', 'rows', 'charges', 'report', '__stack_trace', '__temporal_workflow_metadata'];
const NAMES = [
  '__temporal_anything',
  '__stack_trace',
  'constructor',
  'toString',
  'pay 0803 123 4567',
  '😀'.repeat(40),
  'x'.repeat(900),
];

const deep = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels));

const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1e308, Number.MAX_SAFE_INTEGER + 2, '', [], {}, [[]], [null]],
  ...['9007199254740993n', '0803 123 4567', 'ada@example.com', '\ud800', '\u0000', '\u202e', '<script>'],
  deep(500),
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'),
];

const LARGE_VALUES: readonly unknown[] = [
  ...['x'.repeat(20_000), '1'.repeat(20_000), 'a@'.repeat(5_000), '1-'.repeat(5_000)],
  Array.from({ length: 10_000 }, (_, index) => index),
];

const FIELDS = [
  ...['actor', 'role', 'requestId', 'expectedStage', 'note', 'reason', 'text', 'rows', 'expectedDigest'],
  ...['workflowId', 'cause', 'sentence', 'failureType', 'activity', 'outcome', 'customerId', 'accountId'],
  ...['chunk', 'allStarted', 'slots', 'counts', 'slow', 'paused', 'cancelled', '__proto__', 'toString'],
];

/** Nearly what our own workflows say to one another, each with something that must not be believed. */
const NEARLY_INTERNAL: readonly (readonly [string, unknown])[] = [
  ['joinEnrolment', { workflowId: '' }],
  ['joinEnrolment', { workflowId: 'x'.repeat(5_000) }],
  ['joinEnrolment', { workflowId: 'loan:\ud800' }],
  ['joinEnrolment', { workflowId: 'payout:PO-1' }],
  ['joinEnrolment', { workflowId: 'loan:LN-not-there' }],
  ['enrolmentSettled', { outcome: 'VERIFIED', customerId: '' }],
  ['enrolmentAttention', { cause: '😀'.repeat(1_000) }],
  ['stalled', { failureType: '__proto__', activity: {} }],
  ['stalled', { failureType: 'toString', activity: null }],
  ['chunkControl', { slots: 1e15, paused: false, cancelled: false }],
  ['chunkControl', { slots: '5', paused: false, cancelled: true }],
  ['chunkControl', { slots: -1, paused: true, cancelled: true }],
  ['chunkReport', { chunk: 1, allStarted: false, slots: 1, counts: { toString: 5 }, slow: [] }],
  ['chunkReport', { chunk: 77, allStarted: true, slots: 0, counts: {}, slow: [] }],
  ['chunkReport', { chunk: 1, allStarted: true, slots: 0, counts: null, slow: null }],
];

const LARGE_INTERNAL: typeof NEARLY_INTERNAL = [
  ['enrolmentSettled', { outcome: 'VERIFIED', customerId: 'x'.repeat(10_000) }],
  ['enrolmentSettled', { outcome: 'REJECTED', customerId: 'c', reason: 'y'.repeat(100_000) }],
  ['enrolmentAttention', { cause: 'a@'.repeat(50_000) }],
  ['unknownWord', { sentence: '1 '.repeat(50_000) }],
  ['chunkReport', { chunk: 1, allStarted: false, slots: 1, counts: {}, slow: Array(50_000).fill(1) }],
];

/**
 * So many values in all are large, and so many messages like those between our workflows: ten thousand messages at one case
 * then stay below the 50 MB at which the server ends a run by force, whatever it does.
 */
const LARGE_VALUES_SHARE = 0.01;
const LARGE_INTERNAL_SHARE = 0.05;

const bytes = (text: string) => new TextEncoder().encode(text);
const payload = (encoding: string, data: Uint8Array): Payload => ({
  metadata: { encoding: bytes(encoding) },
  data,
});

/** Payloads that a client of ours would never send. */
const PAYLOADS: readonly Payload[] = [
  {},
  { metadata: {} },
  { metadata: { encoding: new Uint8Array([0xff, 0xfe]) }, data: bytes('{}') },
  payload('json/plain', bytes('{"half":')),
  payload('json/plain', new Uint8Array([0xff, 0x00, 0x80])),
  payload('json/plain', new Uint8Array()),
  payload('json/protobuf', bytes('{"broken')),
  payload('binary/protobuf', new Uint8Array([1, 2, 3])),
  payload('binary/plain', new Uint8Array(1_000)),
  payload('binary/null', bytes('something')),
  payload('binary/encrypted', bytes('not really')),
  payload('no/such/encoding', bytes('{}')),
  payload('json/plain', bytes('{"__proto__":{"actor":"officer-1","role":"officer"}}')),
  payload('json/plain', bytes(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)),
];

/** The same messages for the same seed. */
export class HostileMessages {
  private readonly random: Random;

  constructor(seed: string) {
    this.random = new Random(seed);
  }

  next(): HostileMessage {
    const share = this.random.fraction();
    if (share < 0.05) return { way: 'query', name: this.oneOf(QUERIES), args: this.anyArgs() };
    const way = share < 0.15 ? 'update' : 'signal';
    if (this.random.fraction() < 0.15) {
      const [name, value] = this.oneOf(this.isOneOf(LARGE_INTERNAL_SHARE) ? LARGE_INTERNAL : NEARLY_INTERNAL);
      return { way: 'signal', name, args: { values: [value] } };
    }
    return { way, name: this.anyName(), args: this.anyArgs() };
  }

  private anyName(): string {
    const share = this.random.fraction();
    if (share < 0.7) return this.oneOf(Object.keys(tables));
    return share < 0.85 ? this.oneOf(INTERNAL) : this.oneOf(NAMES);
  }

  private anyArgs(): HostileMessage['args'] {
    const share = this.random.fraction();
    if (share < 0.25) return { payloads: [this.oneOf(PAYLOADS)] };
    if (share < 0.3) return { values: [] };
    if (share < 0.35) return { values: Array.from({ length: 5 }, () => this.anyValue()) };
    return { values: [share < 0.5 ? this.anyValue() : this.invalidCommand()] };
  }

  /** Always with a field that no command has: whatever else it holds, it must be refused. */
  private invalidCommand(): Record<string, unknown> {
    const fields = Array.from({ length: 4 }, () => [this.oneOf(FIELDS), this.anyValue()] as const);
    return { actor: 'officer-1', role: 'officer', ...Object.fromEntries(fields), forged: this.anyValue() };
  }

  private anyValue(): unknown {
    return this.oneOf(this.isOneOf(LARGE_VALUES_SHARE) ? LARGE_VALUES : VALUES);
  }

  private isOneOf(share: number): boolean {
    return this.random.fraction() < share;
  }

  private oneOf<T>(all: readonly T[]): T {
    return all[Math.floor(this.random.fraction() * all.length)]!;
  }
}
