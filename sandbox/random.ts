import { createHash } from 'node:crypto';

/** Randomness that is the same for the same seed: every draw is a hash of the seed and a counter. */
export class Random {
  private draws = 0;

  constructor(private readonly seed: string) {}

  uuid(): string {
    const hex = this.bytes().toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  digits(length: number): string {
    return BigInt(`0x${this.bytes().toString('hex')}`)
      .toString()
      .slice(-length)
      .padStart(length, '0');
  }

  fraction(): number {
    return this.bytes().readUInt32BE(0) / 2 ** 32;
  }

  /** Normally distributed around 0 with deviation 1. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.fraction())) * Math.cos(2 * Math.PI * this.fraction());
  }

  private bytes(): Buffer {
    this.draws += 1;
    return createHash('sha256').update(`${this.seed}:${this.draws}`).digest();
  }
}
