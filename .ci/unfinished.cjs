/** Names the test files that run for longer than five minutes: jest itself names a file only once it has ended. */
module.exports = class Unfinished {
  startedAt = new Map();
  timer = setInterval(() => this.tell(), 300_000).unref();

  onTestFileStart({ path }) {
    this.startedAt.set(path, Date.now());
  }

  onTestFileResult({ path }) {
    this.startedAt.delete(path);
  }

  tell() {
    for (const [path, startedAt] of this.startedAt) {
      const minutes = Math.round((Date.now() - startedAt) / 60_000);
      if (minutes >= 5) console.error(`RUNNING for ${minutes} minutes: ${path}`);
    }
  }
};
