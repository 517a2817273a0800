/** Set-up writes to stderr alone: stdout belongs to the program that is started. */
export const log = (line) => process.stderr.write(`${line}\n`);

/** A set-up that cannot go on. The message is for a person; nothing else is printed. */
export class SetupProblem extends Error {}

/** One installer did not work; the next one is tried. */
export class InstallerFailed extends Error {}

export const CANNOT_SET_UP = 3;

export const seconds = (sinceMs) => `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
