import { canaries } from './canaries';
import { audit } from './audit';
import { desk } from './desk';
import { cluster } from './servers/cluster';
import { events } from './events';
import { forgery } from './forgery';
import { loanKills } from './single-faults/loan-kills';
import { messages } from './messages';
import { outage } from './outage';
import { payoutKill } from './single-faults/payout-kill';
import { payouts } from './payouts';
import { programs } from './programs';
import { readings } from './readings';
import type { Run } from './run';
import { serverKills } from './servers/server-kills';
import { restore } from './servers/restore';
import { secrets } from './secrets';
import { rollout } from './rollout';
import { webhooks } from './webhooks';
import { zombie } from './zombie';

/** The runs, by the name under which they are called. */
export const runs: Readonly<Record<string, Run>> = {
  'loan-kills': loanKills,
  'payout-kill': payoutKill,
  payouts,
  zombie,
  'server-kills': serverKills,
  webhooks,
  readings,
  programs,
  messages,
  forgery,
  canaries,
  outage,
  events,
  audit,
  desk,
  cluster,
  restore,
  rollout,
  secrets,
};
