import type { FastifyReply, FastifyRequest } from 'fastify';
import { operationNamed, type OperationName } from '../../bank/contract';
import type { Drawn } from '../faults';
import { SECOND } from '../time/instants';
import { handlers } from '../operations';
import type { Call } from '../operations/handler';
import { isUnreadable } from '../readings/unreadable';
import { runDueTasks } from '../time/run-due-tasks';
import type { Running } from '../running';
import type { BankState } from '../bank-state';
import { success } from './envelope';
import { applyAfter, applyBefore, type FaultEffect } from './fault-effects';
import { readInput, type RequestInput } from './request-input';

/** One call from its request to its reply, with the faults that hit it. Throws what a handler refuses. */
export async function answer(
  running: Running,
  name: OperationName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const read = await readInput(operationNamed(name), request);
  const before = running.state.faults.draw('before', name, read.input);
  const early = await applyBefore(before, request, reply);
  if (early !== 'none') return struck(running, name, reply, early);
  const { status, body } = perform(running.state, name, read, before);
  reply.code(status);
  const after = unreadable(running.state, name, running.state.faults.draw('after', name, read.input));
  const late = applyAfter(after, body, request, reply);
  return late === 'none' ? reply.send(body) : struck(running, name, reply, late);
}

/** The faults of a reply, and the page of HTML that comes in its place where the bank's readings have one. */
const unreadable = (state: BankState, name: OperationName, drawn: Drawn): Drawn =>
  isUnreadable(state, name)
    ? { ...drawn, 'malformed-body': { kind: 'malformed-body', form: 'html', probability: 1 } }
    : drawn;

/** A dropped connection has no status that could be counted on its way out. */
function struck(
  running: Running,
  name: OperationName,
  reply: FastifyReply,
  strike: FaultEffect,
): FastifyReply {
  if (strike === 'lost') running.calls.note(name, 'lost');
  return reply;
}

/** Runs the handler at the present instant, in one piece. */
function perform(state: BankState, name: OperationName, { input, fileDigest }: RequestInput, drawn: Drawn) {
  runDueTasks(state);
  state.cause = name;
  const row = operationNamed(name);
  let answered: { status: number; message: string } = row.success;
  const call: Call = {
    state,
    asOf: state.now - ageOfRead(state, drawn['stale-read']),
    mayRepeatReference: drawn['duplicate-check-off'] !== undefined,
    fileDigest,
    succeedWith: (other) => (answered = { ...answered, ...other }),
  };
  // The table is typed row by row; here the name is any of them.
  const data = (handlers[name] as (input: unknown, call: Call) => unknown)(input, call);
  return { status: answered.status, body: success(row, answered.message, data) };
}

/** How old a stale read is, in milliseconds. */
function ageOfRead(state: BankState, stale: Drawn['stale-read']): number {
  if (!stale) return 0;
  return stale.seconds * SECOND * (stale.varying ? state.random.fraction() : 1);
}
