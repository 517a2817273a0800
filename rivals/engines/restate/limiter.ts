import * as restate from '@restatedev/restate-sdk';
import type { Settings } from '../common/settings';

const RESERVED = 'reserved';

/**
 * Gives out places in the bank's window: never more than so many in any stretch as long as a window. A send is given the
 * next free place, be it later; a read gets one only now, and is told otherwise when to ask again: so sends come first.
 */
export const limiterOf = ({ limit }: Settings) =>
  restate.object({
    name: 'bank',
    handlers: {
      take: async (ctx: restate.ObjectContext, who: 'send' | 'read'): Promise<Place> => {
        if (!limit) return { waitMs: 0, isTaken: true };
        const now = await ctx.date.now();
        const reserved = ((await ctx.get<number[]>(RESERVED)) ?? []).filter(
          (at) => at > now - limit.windowMs,
        );
        const before = reserved.at(-limit.calls);
        const at = before === undefined ? now : Math.max(now, before + limit.windowMs);
        const isTaken = who === 'send' || at === now;
        if (isTaken) ctx.set(RESERVED, [...reserved, at]);
        return { waitMs: at - now, isTaken };
      },
    },
  });

/** How long to wait, and whether the call may then go out. */
interface Place {
  readonly waitMs: number;
  readonly isTaken: boolean;
}

export type Limiter = ReturnType<typeof limiterOf>;

/** Waits for a place, durably. */
export async function takePlace(ctx: restate.Context, who: 'send' | 'read'): Promise<void> {
  for (;;) {
    const { waitMs, isTaken } = await ctx.objectClient<Limiter>({ name: 'bank' }, 'one').take(who);
    if (waitMs > 0) await ctx.sleep(waitMs);
    if (isTaken) return;
  }
}
