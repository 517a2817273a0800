// Everything said during set-up goes to stderr: stdout belongs to the program that is started.
export const say = (line) => process.stderr.write(`${line}\n`);

/** A set-up that cannot go on. The message is for a person; nothing else is printed. */
export class SetupProblem extends Error {}

/** One way of getting something did not work; the next one is tried. */
export class WayFailed extends Error {}

export const CANNOT_SET_UP = 3;

export const seconds = (sinceMs) => `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
