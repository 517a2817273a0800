import { setDefaultSignalHandler, setDefaultUpdateHandler } from '@temporalio/workflow';
import { boundedSentence } from '../../../domain/names/personal-data';
import { refused } from './sentences';

/** Longest name of a message that is repeated, in characters. */
const NAME_MAX = 60;

/** Refuses whatever has the name of no command. */
export function refuseUnknown(
  owner: { countMessage(): void; noteRefusal(what: string): void },
  allowedNow: () => string,
): void {
  setDefaultUpdateHandler((name) => {
    throw refused(`There is no command ${boundedSentence(name, NAME_MAX)}. ${allowedNow()}`);
  });
  setDefaultSignalHandler((name) => {
    owner.countMessage();
    owner.noteRefusal(`the unknown signal ${boundedSentence(name, NAME_MAX)}`);
  });
}
