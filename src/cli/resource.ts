import type { Command, Option } from '@commander-js/extra-typings';
import type { Client } from '@temporalio/client';
import type { Resource } from '../cases/resource';
import type { Started } from '../cases/start';
import type { Role } from '../domain/case/commands';

/** An input file that was read and found good. */
interface Prepared {
  readonly reference: string;
  readonly start: (client: Client) => Promise<Started>;
}

/** What a group of the command line is about. Everything in the group follows from this row and its tables. */
export interface CliResource extends Resource {
  readonly about: string;
  /** A reference and a file for the examples of the help. */
  readonly sample: { readonly reference: string; readonly file?: string };
  /** The role of an actor who names none. */
  readonly usualRole: Role;
  /** The kinds of files that `start` takes; JSON when left out. */
  readonly fileKinds?: string;
  /** What can be said on the command line of `start` beside the file. */
  readonly startOptions?: readonly Option[];
  /** Reads the file that it is started from; left out where it is started otherwise. */
  readonly prepare?: (path: string, options: Readonly<Record<string, unknown>>) => Promise<Prepared>;
  /** Adds commands that only this group has. */
  readonly addOwn?: (group: Command) => void;
}

/** Several of them. */
export const plural = (noun: Resource['noun']): string =>
  noun.endsWith('s') ? noun : noun.endsWith('ch') || noun.endsWith('sh') ? `${noun}es` : `${noun}s`;
