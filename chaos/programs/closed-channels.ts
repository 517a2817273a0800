/**
 * Goes on when a call of a program that was given up is retried after its server is gone: the retry comes from a timer
 * whose exception nobody can catch. Any other such exception ends the process.
 */
export function surviveClosedChannels(): void {
  process.on('uncaughtException', (error) => {
    if (error.message === 'Channel has been shut down') return;
    process.stderr.write(`${error.stack ?? error.message}\n`);
    process.exit(1);
  });
}
