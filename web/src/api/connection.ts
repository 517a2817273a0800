/** Longest silence of the desk, whose stream gives a sign of life every 5 seconds, in milliseconds. */
const SILENCE_MS = 12_000;

/** The way to the desk, by what comes over it: replies, the bytes of its stream, and the network of this machine. */
class Connection {
  private heardAt = Date.now();
  private hasMissed = false;
  private isListening = false;
  private readonly followers = new Set<() => void>();

  /** A reply has come. */
  readonly heard = (): void => {
    this.hasMissed = false;
    this.lives();
  };

  /** The stream has given a sign of life: requests may get no reply all the same. */
  readonly lives = (): void => {
    this.heardAt = Date.now();
    this.look();
  };

  /** A request got no reply. */
  readonly missed = (): void => {
    this.hasMissed = true;
    this.look();
  };

  /** While somebody listens to its stream, silence means something. */
  listen(isListening: boolean): void {
    this.isListening = isListening;
    this.heardAt = Date.now();
  }

  /** Without a network or any sign of life: then nothing is sent. */
  get isSilent(): boolean {
    return !navigator.onLine || (this.isListening && Date.now() - this.heardAt > SILENCE_MS);
  }

  /** One request without a reply tells it at once; a person may send again all the same. */
  readonly isAway = (): boolean => this.isSilent || this.hasMissed;

  /** Has those look who follow it: time alone makes it silent. */
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
