import type { FastifyReply, FastifyRequest } from 'fastify';
import { operationNamed, type OperationName } from '../../service/contract';
import type { Drawn } from '../faults';
import { SECOND } from '../instants';
import { handlers } from '../operations';
import type { Call } from '../operations/handler';
import { catchUp } from '../passing-of-time';
import type { Running } from '../running';
import type { World } from '../world';
import { success } from './envelope';
import { strikeAfter, strikeBefore, type Strike } from './fault-effects';
import { readInput, type RequestInput } from './request-input';

/** One call from its request to its reply, with the faults that hit it. Throws what a handler refuses. */
export async function answer(
  running: Running,
  name: OperationName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const read = await readInput(operationNamed(name), request);
  const before = running.world.faults.draw('before', name, read.input);
  const early = await strikeBefore(before, request, reply);
  if (early !== 'missed') return struck(running, name, reply, early);
  const { status, body } = perform(running.world, name, read, before);
  reply.code(status);
  const after = running.world.faults.draw('after', name, read.input);
  const late = strikeAfter(after, body, request, reply);
  return late === 'missed' ? reply.send(body) : struck(running, name, reply, late);
}

/** A dropped connection has no status that could be counted on its way out. */
function struck(running: Running, name: OperationName, reply: FastifyReply, strike: Strike): FastifyReply {
  if (strike === 'lost') running.calls.note(name, 'lost');
  return reply;
}

/** Runs the handler at the present instant, in one piece. */
function perform(world: World, name: OperationName, { input, fileDigest }: RequestInput, drawn: Drawn) {
  catchUp(world);
  world.cause = name;
  const row = operationNamed(name);
  let answered: { status: number; message: string } = row.success;
  const call: Call = {
    world,
    asOf: world.now - ageOfRead(world, drawn['stale-read']),
    mayRepeatReference: drawn['duplicate-check-off'] !== undefined,
    fileDigest,
    succeedWith: (other) => (answered = { ...answered, ...other }),
  };
  // The table is typed row by row; here the name is any of them.
  const data = (handlers[name] as (input: unknown, call: Call) => unknown)(input, call);
  return { status: answered.status, body: success(row, answered.message, data) };
}

/** How old a stale read is, in milliseconds. */
function ageOfRead(world: World, stale: Drawn['stale-read']): number {
  if (!stale) return 0;
  return stale.seconds * SECOND * (stale.varying ? world.random.fraction() : 1);
}
