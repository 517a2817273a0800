import { setHandler } from '@temporalio/workflow';
import {
  approvalRefusal,
  isApproved,
  termsOf,
  type Agreement,
  type ApprovalRule,
} from '../../../domain/case/approval';
import type { CommandRow } from '../../../domain/case/commands';
import type { ProvenAct, TogetherAct } from '../../../domain/case/proof';
import type { Subject } from '../../../domain/case/fields';
import { instructionOf, instructionText, shownFields } from '../../../domain/case/instruction';
import type { Proposal } from '../../../domain/case/second-person';
import { instantText, type Attention, type ShownProposal } from '../../../domain/case/snapshot';
import { proposalContentsQuery } from '../../../domain/wire/messages';
import { patience } from '../../../domain/time/clock';
import { digests } from '../../activity-proxies';
import type { Case } from '../case';

const HOUR_MS = 3_600_000;

/** A command as its sender gave it, its own fields among these. */
export interface GivenCommand {
  readonly name: string;
  readonly actor: string;
  readonly role: Proposal['role'];
  readonly proof?: TogetherAct;
  /** What of the case it is about. */
  readonly about?: Subject;
}

/** Who agrees, with the act by which; without one where messages name their own actors. */
interface ByPerson {
  readonly actor: string;
  readonly proof?: ProvenAct;
}

/** A proposal with the command that waits for it; a run hands it over to the next one. */
export interface CarriedProposal extends Proposal {
  readonly given: GivenCommand;
  /** When it was made, business time, ISO 8601. */
  readonly since: string;
  /** What the digest stands for. It holds personal data. */
  readonly content: readonly unknown[];
  /** The acts of the people who have agreed so far. */
  readonly agreed?: readonly ProvenAct[];
}

/** What a proposal is made under. */
interface Terms {
  readonly row: CommandRow;
  readonly rule: ApprovalRule;
  /** Beside the proposer. */
  readonly makers: readonly string[];
  readonly expiresHours: number;
}

/**
 * The commands of a case that wait for a second person (maker–checker), one of each name: a new proposal takes the
 * place of an older one, and agreement names a digest, so that a person agrees to what was read and to nothing else.
 */
export class Proposals {
  private readonly byCommand: Map<string, CarriedProposal>;

  constructor(
    private readonly owner: Case<string>,
    /** Whether the case is no longer what a command was proposed about. */
    private readonly isOutrun: (given: GivenCommand) => boolean,
    carried: readonly CarriedProposal[] = [],
  ) {
    this.byCommand = new Map(carried.map((proposal) => [proposal.command, proposal]));
    setHandler(proposalContentsQuery, () => this.open.map(({ content }) => content));
  }

  /** Puts a command before a second person. @returns the digest that stands for it */
  async add(given: GivenCommand, { row, rule, makers, expiresHours }: Terms): Promise<string> {
    const { name: command, actor: by, role } = given;
    const { kind, reference } = this.owner.definition;
    const content = [kind, reference, ...instructionOf(command, row, given, given.about)];
    const since = this.owner.now();
    const digest = await digests.digestOf(content);
    const proposal = {
      ...{ command, by, role, given, content, since, until: this.lapseAfter(expiresHours) },
      what: instructionText(shownFields(row), { ...given, ...given.about }),
      approval: { digest, rule, makers: [...makers, by], approvers: [] },
    };
    this.byCommand.set(command, proposal);
    this.owner.deadlineTimer.watch();
    this.owner.publish();
    return digest;
  }

  get isEmpty(): boolean {
    return this.standing.length === 0;
  }

  /** The proposal of this digest; nothing once it has lapsed, was replaced or decided. */
  find(digest: string): CarriedProposal | undefined {
    return this.standing.find(({ approval }) => approval.digest === digest);
  }

  /** Why a person may not agree, as a sentence; nothing when the person may. */
  refusal(agreement: Agreement): string | undefined {
    const proposal = this.find(agreement.expectedDigest);
    return proposal && approvalRefusal(proposal.approval, agreement);
  }

  /** One more person agrees. @returns the command once enough have, and then its proposal is gone */
  agree(digest: string, { actor, proof }: ByPerson): GivenCommand | undefined {
    const proposal = this.find(digest);
    if (!proposal) return undefined;
    const approval = { ...proposal.approval, approvers: [...proposal.approval.approvers, actor] };
    const agreed = [...(proposal.agreed ?? []), ...(proof ? [proof] : [])];
    this.byCommand.set(proposal.command, { ...proposal, approval, agreed });
    if (!isApproved(approval)) return undefined;
    this.remove(digest);
    return together(proposal.given, agreed);
  }

  /** Forgets a proposal, decided or refused. */
  remove(digest: string): void {
    const proposal = this.find(digest);
    if (!proposal) return;
    this.byCommand.delete(proposal.command);
    this.owner.publish();
  }

  /** That people are needed for the first of them; nothing where none is open. */
  get attention(): Attention | undefined {
    const [first] = this.open;
    return first && { cause: causeOf(first), since: first.since, actions: REMEDIES };
  }

  /** When the next one lapses, ISO 8601. */
  get lapsesAt(): string | undefined {
    return this.standing.map(({ until }) => until).sort()[0];
  }

  shown(): ShownProposal[] {
    return this.open.map(({ command, by, role, what, approval, until }) => ({
      command,
      by: `${role} ${by}`,
      what,
      digest: approval.digest,
      confirmations: `${approval.approvers.length} of ${approval.rule.approvals}`,
      ...termsOf(approval.rule),
      makers: approval.makers,
      approvers: approval.approvers,
      until,
    }));
  }

  carry(): readonly CarriedProposal[] {
    return this.standing;
  }

  /** Those that people can agree to. */
  private get open(): readonly CarriedProposal[] {
    return this.standing.filter(({ given }) => !this.isOutrun(given));
  }

  /** Those that have not lapsed. */
  private get standing(): readonly CarriedProposal[] {
    const now = this.owner.now();
    return [...this.byCommand.values()].filter(({ until }) => now < until);
  }

  private lapseAfter(hours: number): string {
    const { clock } = this.owner;
    return new Date(
      Date.parse(this.owner.now()) + patience(clock, hours * HOUR_MS) * clock.rate,
    ).toISOString();
  }
}

const together = (given: GivenCommand, confirmations: readonly ProvenAct[]): GivenCommand =>
  given.proof
    ? { ...given, proof: { ...given.proof, ...(given.about && { about: given.about }), confirmations } }
    : given;

const REMEDIES = ['confirmProposal', 'refuseProposal'];

const causeOf = ({ command, until }: Proposal) =>
  `${command} waits for a second person, until ${instantText(until)}`;
