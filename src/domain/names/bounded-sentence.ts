import { beginningOf } from '../case/display-text';
import { masked } from './personal-data';

/** A text from outside as it may be shown: its beginning, without personal data; a long one costs no time. */
export const boundedSentence = (text: string, most: number): string =>
  // What is cut off in the middle of a number lies beyond what is kept.
  beginningOf(masked(text.slice(0, 8 * most)), most);
