import type { PolicyNotice, RateLimitNotice } from '../../src';
import type { Scenario } from './scenario';

/** The rate limit's headers of the simulated server, which may be missing, malformed or stale. */
export class SimulatedHeaders {
  private earlier: RateLimitNotice | undefined;

  constructor(
    private readonly scenario: Scenario,
    private readonly random: () => number,
  ) {}

  /** One policy says what is left; of two, each says it by its name. */
  both(shorter: PolicyNotice, longer: PolicyNotice | undefined): RateLimitNotice {
    if (!longer || !this.scenario.longer) return { policies: [shorter] };
    const named = (name: string, { limit, windowSeconds }: { limit: number; windowSeconds: number }) => ({
      name,
      limit,
      windowMs: windowSeconds * 1_000,
    });
    return {
      policies: [
        { ...named('shorter', this.scenario), ...shorter },
        { ...named('longer', this.scenario.longer), ...longer },
      ],
    };
  }

  /** What arrives of a reply's headers; `isFirst` of a window, for which there are no earlier ones. */
  disturbed(notice: RateLimitNotice, isFirst: boolean): RateLimitNotice {
    const { missing, malformed, stale } = this.scenario.headers;
    const earlier = isFirst ? undefined : this.earlier;
    this.earlier = notice;
    if (this.random() < missing) return { policies: [] };
    if (this.random() < malformed) return { policies: [{ resetMs: 1.7e12 }] };
    return earlier && this.random() < stale ? earlier : notice;
  }
}
