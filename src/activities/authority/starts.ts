import { ApplicationFailure } from '@temporalio/common';
import type { Client } from '@temporalio/client';
import { ADOPT, START, unsigned, type ActClaims } from '../../domain/case/acts';
import type { AuthorityState } from '../../domain/case/proof';
import { kinds, type StartableNoun } from '../../domain/kinds';
import { INVALID_INPUT } from '../../domain/wire/failure-types';
import type { Acceptor } from './acceptor';
import { startInstant } from './server-instants';

/** What a case is begun with, once it is known who began it. */
export interface Begun {
  readonly fields: unknown;
  readonly authority: AuthorityState;
}

/** Takes what begins a case: by the act of a person, or by the proof of the case that it goes on from. */
export class Starts {
  constructor(
    private readonly acceptor: Acceptor,
    private readonly client?: Client,
  ) {}

  /** What begins a case that only reads: it needs no act. */
  takeReading(given: unknown): Begun {
    return { fields: unsigned(given).fields, authority: this.acceptor.state() };
  }

  /** What a worker has begun, to go on from a case that a person has begun. @throws ApplicationFailure (INVALID_INPUT) */
  takeSuccession(given: unknown): Promise<Begun> {
    return this.acceptor.takeUnder(given, { sendsMoney: false });
  }

  /** What begins a case of this kind. @throws ApplicationFailure (INVALID_INPUT) */
  async take(kind: StartableNoun, given: unknown): Promise<Begun> {
    if (unsigned(given).signature.under !== undefined)
      return this.acceptor.takeUnder(given, { sendsMoney: kind !== 'enrolment' });
    const { claims, ...begun } = await this.acceptor.take(START, given, this.reachedAt);
    if (begun.authority.mode === 'signed') requireRole(kind, claims);
    return kinds[kind].start.namesMaker ? { ...begun, fields: madeBy(claims, begun) } : begun;
  }

  /** What adopts a payout: its fields, with the person and the role of the act. @throws ApplicationFailure (INVALID_INPUT) */
  async takeAdoption(given: unknown): Promise<Begun> {
    const { claims, fields, authority } = await this.acceptor.take(ADOPT, given, this.reachedAt);
    if (!claims) return { fields, authority };
    return { fields: { ...Object(fields), actor: claims.sub, role: claims.role }, authority };
  }

  private readonly reachedAt = (run: Parameters<ReturnType<typeof startInstant>>[0]) =>
    this.client ? startInstant(this.client)(run) : Promise.resolve(undefined);
}

function requireRole(kind: StartableNoun, claims: ActClaims | undefined): void {
  const { roles } = kinds[kind].start;
  if (claims && !roles.includes(claims.role))
    throw refused(`a ${kind} is started in the role ${roles.join(' or ')}`);
}

/** Who signs it has made it. */
function madeBy(claims: ActClaims | undefined, { fields, authority }: Begun): unknown {
  const { createdBy } = Object(fields) as { createdBy?: unknown };
  if (!claims || (authority.mode === 'open' && createdBy !== undefined)) return fields;
  if (createdBy !== undefined && createdBy !== claims.sub)
    throw refused('createdBy must be left out: who signs it has made it');
  return { ...Object(fields), createdBy: claims.sub };
}

const refused = (sentence: string) =>
  ApplicationFailure.nonRetryable(`The input cannot be used: ${sentence}`, INVALID_INPUT);
