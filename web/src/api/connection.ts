/** Longest silence of the desk, in milliseconds; its stream sends a heartbeat every 5 seconds. */
const SILENCE_MS = 12_000;

/** The state of the connection to the desk, by its replies, its stream, and this machine's network. */
class Connection {
  private heardAt = Date.now();
  private hasMissed = false;
  private isListening = false;
  private readonly followers = new Set<() => void>();

  /** Notes that a reply came. */
  readonly heard = (): void => {
    this.hasMissed = false;
    this.lives();
  };

  /** Notes a sign of life of the stream; requests may still get no reply. */
  readonly lives = (): void => {
    this.heardAt = Date.now();
    this.look();
  };

  /** Notes that a request got no reply. */
  readonly missed = (): void => {
    this.hasMissed = true;
    this.look();
  };

  /** Sets whether the page listens to the stream. Only while it listens does silence mean a lost connection. */
  listen(isListening: boolean): void {
    this.isListening = isListening;
    this.heardAt = Date.now();
  }

  /** Whether there is no network or no sign of life, so that nothing is sent. */
  get isSilent(): boolean {
    return !navigator.onLine || (this.isListening && Date.now() - this.heardAt > SILENCE_MS);
  }

  /** Whether the desk seems away: silent, or one request got no reply. A person may still send again. */
  readonly isAway = (): boolean => this.isSilent || this.hasMissed;

  /** Calls the followers, which look at the connection anew. A timer calls it too, since silence is no event. */
  look(): void {
    for (const follower of this.followers) follower();
  }

  readonly follow = (follower: () => void): (() => void) => {
    this.followers.add(follower);
    return () => this.followers.delete(follower);
  };
}

export const connection = new Connection();
for (const event of ['online', 'offline']) window.addEventListener(event, () => connection.look());
