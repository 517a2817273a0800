import { dimensionNames } from '../../sandbox/readings/dimensions';
import { readingsAsText } from '../../sandbox/readings/readings';
import type { Row } from '../report';
import { classOf, isTried, readingCount, type Reading, type ReadingClass } from './classes';
import { faults } from './oracle';
import type { TrialResult } from './run-trials';

type ClassName = ReadingClass['class'];

/** What a run of trials has found in all. */
export interface Found {
  readonly control: TrialResult;
  readonly alone: readonly TrialResult[];
  readonly combined: readonly TrialResult[];
}

/** The class that a reading alone has shown, beside a trial of the usual ones. */
export function shownClass({ ends, plan }: TrialResult, { ends: usual }: TrialResult): ClassName {
  const usuallyHelped = (name: string) =>
    Math.max(0, ...usual.filter((end) => end.name === name).map(({ helped }) => helped));
  const isParked = ends.some(({ name, ended, helped }) => !ended || helped > usuallyHelped(name));
  if (isParked || ends.length < usual.length) return 'parked';
  return Object.keys(plan.settings ?? {}).length > 0 ? 'configurable' : 'right';
}

const readingIn = ({ plan }: TrialResult): Reading => Object.entries(plan.readings)[0] as unknown as Reading;

/** How often the only unusual reading of a trial made a difference. */
const timesMet = (result: TrialResult): number => result.met[readingIn(result)[0]] ?? 0;

/** How often each reading whose trial can meet it has made a difference. */
export const meetings = ({ alone }: Found): { readonly reading: Reading; readonly times: number }[] =>
  alone
    .map((result) => ({ reading: readingIn(result), times: timesMet(result) }))
    .filter(({ reading }) => isTried(reading));

/** Whether a trial has met its reading, or could not. */
const isMet = (result: TrialResult): boolean => timesMet(result) > 0 || !isTried(readingIn(result));

/** The one line of a run: counts that must all be 0, and the readings by class. */
export function totalsOf({ control, alone, combined }: Found): Row {
  const all = [control, ...alone, ...combined];
  const shown = alone.map((result) => shownClass(result, control));
  const counts = Object.fromEntries(faults.map((name) => [name, countOf(all, name)]));
  const count = (name: ClassName) => shown.filter((each) => each === name).length;
  const byClass = {
    right: count('right') + (alone.length > 0 ? dimensionNames.length : 0),
    configurable: count('configurable'),
    parked: count('parked'),
  };
  const isAsDeclared = alone.every((result, place) => classOf(readingIn(result)).class === shown[place]);
  return {
    fields: {
      dimensions: dimensionNames.length,
      readings: readingCount(),
      seeds: combined.length,
      combined: combined.filter(({ plan }) => Object.keys(plan.readings).length > 1).length,
      ...counts,
      byClass,
      met: Object.fromEntries(alone.map((result) => [readingIn(result).join('='), timesMet(result)])),
    },
    holds: isAsDeclared && alone.every(isMet) && Object.values(counts).every((found) => found === 0),
  };
}

const countOf = (results: readonly TrialResult[], name: string): number =>
  results.flatMap(({ findings }) => findings).filter(({ fault }) => fault === name).length;

/** What is wrong with one trial, a line each: to be read, and repeated. */
export function complaints(result: TrialResult): string[] {
  const { plan, findings } = result;
  const repeat = Number(plan.tag.slice(1)) - 1_000;
  const how =
    repeat > 0
      ? `--seed ${repeat}`
      : readingsAsText(plan.readings)
          .map((pair) => `--reading ${pair}`)
          .join(' ');
  return findings.map(
    ({ fault, about, what }) => `  ${fault}: ${about} ${what} (${how}; ${JSON.stringify(plan.readings)})`,
  );
}

/** Readings alone of another class than declared, a line each. */
export const wrongClasses = ({ control, alone }: Found): string[] =>
  alone.flatMap((result) => {
    const [reading, shown] = [readingIn(result), shownClass(result, control)];
    const declared = classOf(reading).class;
    const open = result.ends.filter(({ ended, helped }) => !ended || helped > 0);
    const cases = open.map(
      ({ name, stage, helped, cause }) => `${name} in ${stage}, helped ${helped} times: ${cause}`,
    );
    return shown === declared
      ? []
      : [`  ${reading.join(' ')} is ${shown}, declared ${declared}: ${cases.join('; ')}`];
  });

/** Readings that their trial has not met, a line each: such a trial shows nothing. */
export const unmet = ({ alone }: Found): string[] =>
  alone
    .filter((result) => !isMet(result))
    .map((result) => `  ${readingIn(result).join(' ')} was never met in its trial`);
