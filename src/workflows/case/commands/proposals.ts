import { patched, setHandler } from '@temporalio/workflow';
import {
  consentRefusal,
  isAgreed,
  isAmong,
  PROPOSED,
  shownAgreement,
  WITHDREW,
  withConsent,
  type ByPerson,
  type Consent,
  type OpenAgreement,
} from '../../../domain/case/agreement';
import type { CommandEnvelope, CommandRow, Role } from '../../../domain/case/commands';
import { instructionOf, instructionText, shownFields } from '../../../domain/case/instruction';
import type { ProvenAct } from '../../../domain/case/proof';
import { instantText, type Attention, type ShownProposal } from '../../../domain/case/snapshot';
import { proposalContentsQuery } from '../../../domain/wire/messages';
import { inPlace } from '../../activity-proxies';
import { isValid, openAgreement, type AgreementTerms } from '../agreement';
import type { Case } from '../case';
import { noteOf } from './receipts';

/** A command as its sender gave it, including its own fields. */
export interface GivenCommand extends Pick<CommandEnvelope, 'actor' | 'role' | 'proof' | 'about' | 'note'> {
  readonly name: string;
  readonly reason?: unknown;
}

/** A command that takes effect once others have agreed to it. A run hands it over to the next one. */
export interface Proposal extends OpenAgreement {
  readonly command: string;
  readonly by: string;
  readonly role: Role;
  /** Its fields, without personal data. */
  readonly what: string;
  readonly given: GivenCommand;
  /** When it was made, business time, ISO 8601. */
  readonly since: string;
}

/** The terms of a proposal; its proposer counts as a maker as well. */
type Terms = Omit<AgreementTerms, 'content'>;

/** The case's handling of a command that was proposed. */
interface Proposed {
  /** Whether the part of the case that it was proposed about has changed, or else the case, if it is about no part. */
  readonly isOutrun: (given: GivenCommand) => boolean;
  /** Why it cannot be carried out any more, as a sentence. */
  readonly whyNot: (given: GivenCommand) => string | undefined;
  /** Why nobody should agree to it now, as a sentence. */
  readonly unfit: (given: GivenCommand) => string | undefined;
  readonly carryOut: (given: GivenCommand) => void;
  /** What people call a command. */
  readonly titleOf: (command: string) => string;
}

type Decision = Pick<Consent, 'expectedDigest'>;
type Answer = Pick<GivenCommand, 'name' | 'actor'> & Partial<Decision> & Parameters<typeof noteOf>[0];

const LAPSED = 'What was proposed has lapsed: propose it again.';
const GONE = 'nothing is proposed under this digest any more: look again';

/**
 * The commands of a case that wait for a second person (maker–checker), one of each name: a new proposal takes the
 * place of an older one, and agreement names a digest, so that a person agrees to what was read and to nothing else.
 */
export class Proposals {
  private readonly byCommand: Map<string, Proposal>;
  /** Commands that are being proposed: their digest is computed. */
  private readonly coming = new Set<string>();
  /** The proposals whose lapse the timeline shows. */
  private readonly lapsed = new Set<Proposal>();

  constructor(
    private readonly owner: Case<string>,
    private readonly proposed: Proposed,
    carried: readonly Proposal[] = [],
  ) {
    this.byCommand = new Map(carried.map((proposal) => [proposal.command, proposal]));
    setHandler(proposalContentsQuery, () => this.open.map(({ content }) => content));
  }

  /** Why a command is not to be proposed, as a sentence: whoever agrees to one of two equal proposals may have read the other. */
  whyNotAgain(given: GivenCommand, row: CommandRow): string | undefined {
    const content = JSON.stringify(this.contentOf(given, row));
    const equal = this.open.find((proposal) => JSON.stringify(proposal.content) === content);
    if (!equal) return undefined;
    return isAmong([equal.by], given.actor)
      ? 'you have proposed exactly this already: withdraw that first'
      : `${equal.role} ${equal.by} has proposed exactly this already: approve or reject that`;
  }

  /** Puts a command before a second person. @returns the digest that stands for it */
  async add(command: GivenCommand, row: CommandRow, { makers, ...terms }: Terms): Promise<string> {
    const { name, actor: by, role, about } = command;
    this.owner.note(`${role} ${by}`, `${PROPOSED}${row.summary}`, noteOf(command));
    // The case may go on before people agree, as long as the command is possible then, and what it is about the same.
    const isBound = about === undefined && !(row.stands === true && patched('proposals-stand'));
    const given = { ...command, expectedStage: undefined, ...(!isBound && { expectedChanges: undefined }) };
    const content = this.contentOf(given, row);
    const since = this.owner.now();
    this.coming.add(name);
    const digest = await inPlace.digestOf(content).finally(() => this.coming.delete(name));
    const what = instructionText(shownFields(row), { ...given, ...given.about });
    const replaced = this.byCommand.get(name);
    const isReplaced = replaced && (this.open.includes(replaced) || !patched('lapsed-not-replaced'));
    if (isReplaced) this.owner.note('system', `Replaced by a later proposal: ${row.summary}`, replaced.what);
    const agreement = openAgreement(this.owner, digest, { ...terms, content, makers: [...makers, by] });
    this.byCommand.set(name, { command: name, by, role, what, given, since, ...agreement });
    this.owner.deadlineTimer.watch();
    this.owner.publish();
    return digest;
  }

  /** Handlers of the commands by which a second person agrees to what a first one has proposed, or refuses it. */
  handlers() {
    return {
      confirmProposal: ({ expectedDigest, ...person }: Decision & ByPerson) => {
        const given = this.agree(expectedDigest, person);
        if (given) this.proposed.carryOut(given);
      },
      refuseProposal: ({ expectedDigest }: Decision) => this.remove(expectedDigest),
    };
  }

  guards() {
    const none = () => (this.byCommand.size === 0 ? 'Nothing is proposed.' : LAPSED);
    const now = () => (this.standing.length === 0 ? none() : undefined);
    return {
      confirmProposal: {
        now,
        content: (consent: Consent): string | undefined => {
          const proposal = this.find(consent.expectedDigest);
          if (!proposal) return GONE;
          return consentRefusal(proposal.approval, consent) ?? this.proposed.whyNot(proposal.given);
        },
        fresh: ({ expectedDigest }: Consent): string | undefined => {
          const proposal = this.find(expectedDigest);
          return proposal && this.proposed.unfit(proposal.given);
        },
      },
      refuseProposal: {
        now,
        content: ({ expectedDigest }: Decision) => (this.find(expectedDigest) ? undefined : GONE),
      },
    };
  }

  /** Whether people may agree to this command, or are about to be asked. */
  has(command: string): boolean {
    return this.coming.has(command) || this.open.some((proposal) => proposal.command === command);
  }

  /** The attention for the first open proposal; `undefined` if none is open. */
  get attention(): Attention | undefined {
    const [first] = this.open;
    return first && { cause: causeOf(first), since: first.since, actions: REMEDIES };
  }

  /** What the timeline says of a command; of an answer to a proposal also to which one. */
  told(command: Answer): { readonly what: string; readonly note: string | undefined } {
    const { name, actor, expectedDigest = '' } = command;
    const { titleOf } = this.proposed;
    const proposal = this.find(expectedDigest);
    if (!proposal) return { what: titleOf(name), note: noteOf(command) };
    const isWithdrawn = name === 'refuseProposal' && isAmong([proposal.by], actor);
    return {
      what: `${isWithdrawn ? WITHDREW : titleOf(name)}: ${titleOf(proposal.command)}`,
      note: [noteOf(command) ?? [], proposal.what].flat().join('; '),
    };
  }

  /** Takes back all proposals: what they are about ends. */
  clear(): void {
    for (const { command, what } of this.open)
      this.owner.note('system', `Not to be decided any more: ${this.proposed.titleOf(command)}`, what);
    this.byCommand.clear();
  }

  /** When the next one lapses, ISO 8601. */
  get lapsesAt(): string | undefined {
    return this.standing.map(({ until }) => until).sort()[0];
  }

  /** Notes once for each proposal that nobody has agreed to it in time. */
  noteLapsed(): void {
    for (const proposal of this.byCommand.values()) {
      const { by, role } = proposal;
      const title = this.proposed.titleOf(proposal.command);
      if (isValid(this.owner, proposal) || this.lapsed.has(proposal)) continue;
      this.lapsed.add(proposal);
      this.owner.note('system', `Lapsed before a second person confirmed it: ${title}`, `${role} ${by}`);
    }
  }

  shown(): ShownProposal[] {
    return this.open.map((proposal) => {
      const { command, by, role, what, since } = proposal;
      return { command, by: `${role} ${by}`, what, since, ...shownAgreement(proposal) };
    });
  }

  carry(): readonly Proposal[] {
    return this.standing;
  }

  private contentOf(given: GivenCommand, row: CommandRow): readonly unknown[] {
    const { kind, reference } = this.owner.definition;
    return [kind, reference, ...instructionOf(given.name, row, given, given.about)];
  }

  /** One more person agrees. @returns the command once enough have, and then its proposal is gone */
  private agree(digest: string, person: ByPerson): GivenCommand | undefined {
    const proposal = this.find(digest);
    if (!proposal) return undefined;
    const agreed = withConsent(proposal, person);
    this.byCommand.set(proposal.command, agreed);
    if (!isAgreed(agreed.approval)) return undefined;
    this.remove(digest);
    return together(proposal.given, agreed.agreed);
  }

  private remove(digest: string): void {
    const proposal = this.find(digest);
    if (!proposal) return;
    this.byCommand.delete(proposal.command);
    this.owner.publish();
  }

  /** The proposal of this digest; `undefined` once it has lapsed, was replaced or decided. */
  private find(digest: string): Proposal | undefined {
    return this.standing.find(({ approval }) => approval.digest === digest);
  }

  /** The proposals that people can agree to. */
  private get open(): readonly Proposal[] {
    return this.standing.filter(({ given }) => !this.proposed.isOutrun(given));
  }

  /** The proposals that have not lapsed. */
  private get standing(): readonly Proposal[] {
    return [...this.byCommand.values()].filter((proposal) => isValid(this.owner, proposal));
  }
}

const together = (given: GivenCommand, confirmations: readonly ProvenAct[] = []): GivenCommand =>
  given.proof
    ? { ...given, proof: { ...given.proof, ...(given.about && { about: given.about }), confirmations } }
    : given;

const REMEDIES = ['confirmProposal', 'refuseProposal'];

const causeOf = ({ command, until }: Proposal) =>
  `${command} waits for a second person, until ${instantText(until)}`;
