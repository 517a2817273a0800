import type { CommandTable } from '../domain/case/commands';

/** camelCase of the tables to kebab-case of the command line. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const CAMEL_CASE = /\b[a-z]+(?:[A-Z][a-z]+)+\b/g;

/** A sentence of a worker, with its commands named as one types them. */
export const asTyped = (commands: CommandTable, sentence: string): string =>
  sentence.replace(CAMEL_CASE, (word) => (Object.hasOwn(commands, word) ? kebab(word) : word));
