import { burst, steady } from '../../bench/arrivals';
import { BENEFICIARIES } from '../../bench/payouts';
import { holderOf } from '../../sandbox/money/banks';
import type { SandboxSettings } from '../../sandbox/settings';
import type { Payout } from '../engines/common/settings';

/** 900 s become 45. */
const COMPRESSION = 20;
const WINDOW_MS = 900_000 / COMPRESSION;
/** More than any engine makes. */
const OUT_OF_REACH = 1_000_000;

/** Payouts, what goes wrong meanwhile, and what is measured. */
export interface RivalWork {
  readonly name: string;
  readonly measures: 'limit' | 'faults' | 'speed';
  /** Whether it mostly waits for the limit, and runs beside other work of its engine. */
  readonly isSideBySide: boolean;
  readonly sandbox: SandboxSettings;
  readonly payouts: readonly Payout[];
  readonly firstLookSeconds: number;
  readonly atOnce: number | null;
  readonly workerKills: number;
  readonly serverKills: number;
  /** Real milliseconds after the last payout was wanted in which the rest is waited for. */
  readonly patienceMs: number;
}

/** How much of the work: all, a part in less than 40 minutes, or just enough to try the code. */
export type Extent = 'full' | 'quick' | 'tiny';

const SIZES = {
  full: { hours: 3, burst: 80, faults: 1_000, kills: [10, 3], speed: 600, windows: 6, patienceMs: 300_000 },
  quick: { hours: 0.25, burst: 80, faults: 200, kills: [3, 1], speed: 200, windows: 3, patienceMs: 180_000 },
  tiny: { hours: 0.05, burst: 8, faults: 15, kills: [1, 1], speed: 20, windows: 2, patienceMs: 90_000 },
} as const;

/** Payouts a second while things go wrong. */
const FAULTS_PER_SECOND = 10;
const READS = ['getPayoutStatus', 'listTransactions', 'verifyTransaction'] as const;

export function works(extent: Extent): RivalWork[] {
  const size = SIZES[extent];
  const limit = {
    ...{ measures: 'limit' as const, isSideBySide: true },
    sandbox: { rate: COMPRESSION, limit: 100, windowSeconds: WINDOW_MS / 1_000, settlementSpread: 0.5 },
    ...{ firstLookSeconds: 20, atOnce: null, workerKills: 0, serverKills: 0 },
    patienceMs: size.windows * WINDOW_MS,
  };
  const at = (perHour: number) => steady(perHour, size.hours, COMPRESSION);
  const [workerKills, serverKills] = size.kills;
  const evenly = Array.from({ length: size.faults }, (_, place) => (place * 1_000) / FAULTS_PER_SECOND);
  return [
    { ...limit, name: '300 an hour', payouts: listed('S300', at(300), 'known') },
    {
      ...{ ...limit, isSideBySide: extent !== 'full' },
      ...{ name: `burst of ${size.burst}`, payouts: listed('B', burst(size.burst), 'known') },
    },
    { ...limit, name: '20 an hour', payouts: listed('Q20', at(20), 'known') },
    {
      ...{ name: `${size.faults} with faults`, measures: 'faults', payouts: listed('F', evenly, 'unknown') },
      ...{ isSideBySide: false, firstLookSeconds: 20, atOnce: null, workerKills, serverKills },
      patienceMs: size.patienceMs,
      sandbox: {
        ...{ rate: COMPRESSION, limit: OUT_OF_REACH },
        faults: [
          { kind: 'duplicate-check-off', operations: ['createPayout'] },
          { kind: 'reset-after', operations: ['createPayout'], probability: 0.2 },
          { kind: 'stale-read', operations: [...READS], seconds: 30, varying: true },
        ],
      },
    },
    {
      ...{ name: `${size.speed}, 20 at a time`, measures: 'speed', isSideBySide: false },
      payouts: listed('T', burst(size.speed), 'known'),
      ...{ firstLookSeconds: 0, atOnce: 20, workerKills: 0, serverKills: 0, patienceMs: size.patienceMs },
      sandbox: { limit: OUT_OF_REACH, durations: { payoutSettlement: 0 } },
    },
  ];
}

const BANK = { bankCode: '901', bankName: 'Almond Bank' };
const FIRST_ACCOUNT = 1_234_567_800;

/** Payouts to few accounts whose names are known, or each to an account of its own. */
const listed = (code: string, arrivalsMs: readonly number[], names: 'known' | 'unknown'): Payout[] =>
  arrivalsMs.map((afterMs, place) => {
    const accountNumber = String(FIRST_ACCOUNT + (names === 'known' ? place % BENEFICIARIES : place));
    return {
      ...{ reference: `${code}-${place + 1}`, afterMs, amountKobo: 20_000 + place, source: '9000000001' },
      ...{ ...BANK, accountNumber },
      ...(names === 'known' && { accountName: holderOf(BANK.bankCode, accountNumber) }),
    };
  });
