import { cpuSeconds, descendantNamed } from '../processes';
import { log, percentile, rounded, type Row } from '../report';
import { undoing, type Undo } from '../test-environment';
import { inParallel } from './in-parallel';
import { ServerWork } from './server-work';
import type { Variant, Variants } from './variants';

/** What one variant did in one block. */
interface Block {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly workerCpuMs: number;
  readonly serverCpuMs: number;
  readonly callerCpuMs: number;
}

/** Medians over the blocks of a variant. Times of the processor are for each workflow; the caller has the emulated bank in it. */
type VariantFigures = Readonly<Record<keyof Block, number | null>>;

interface Size {
  readonly rounds: number;
  /** How many workflows a block has, and how many of them run at a time. */
  readonly count: number;
  readonly atATime: number;
}

/** Long enough that the end of a block, when fewer and fewer run, counts for little. */
export const blocksOf = (quick: boolean): Size =>
  quick ? { rounds: 4, count: 60, atATime: 20 } : { rounds: 10, count: 80, atATime: 20 };

type Round<N extends string> = Readonly<Record<N, Block>>;

/** Medians over the rounds, of each variant, and of how one relates to another. */
interface Comparison<N extends string> {
  readonly figures: Readonly<Record<N, VariantFigures>>;
  readonly ratio: (one: N, other: N, of: (block: Block) => number) => number | null;
}

export function comparison<N extends string>(
  rounds: readonly Round<N>[],
  names: readonly N[],
): Comparison<N> {
  const median = (of: (round: Round<N>) => number) => rounded(percentile(rounds.map(of), 50));
  const figures = (name: N): VariantFigures => ({
    perSecond: median((round) => round[name].perSecond),
    p50Ms: median((round) => round[name].p50Ms),
    workerCpuMs: median((round) => round[name].workerCpuMs),
    serverCpuMs: median((round) => round[name].serverCpuMs),
    callerCpuMs: median((round) => round[name].callerCpuMs),
  });
  return {
    figures: Object.fromEntries(names.map((name) => [name, figures(name)])) as Record<N, VariantFigures>,
    ratio: (one, other, of) => median((round) => of(round[one]) / of(round[other])),
  };
}

/** What the variants did on one server in turn, and what it did for them. */
interface Compared<N extends string> extends Comparison<N> {
  readonly serverWork: readonly Row[];
}

/**
 * Runs short blocks of each variant in turn, so that a machine whose speed varies is the same for all of them: what
 * is compared lies seconds apart.
 */
export const alternate = <N extends string>(
  open: (undo: Undo) => Promise<Variants<N>>,
  size: Size,
): Promise<Compared<N>> =>
  undoing(async (undo) => {
    const { variants, metricsUrl } = await open(undo);
    const names = variants.map(({ name }) => name);
    const work = new ServerWork(metricsUrl, names);
    log('Warming up the variants.');
    for (const variant of variants) await runBlock(variant, 'W', size);
    const rounds: Round<N>[] = [];
    for (let round = 0; round < size.rounds; round++) {
      // Every other round backwards, so that none always follows the same one.
      const turn = round % 2 === 0 ? variants : variants.toReversed();
      rounds.push(await runRound(turn, `R${round}`, size, work));
    }
    return { ...comparison(rounds, names), serverWork: work.table() };
  });

async function runRound<N extends string>(
  variants: readonly Variant<N>[],
  code: string,
  size: Size,
  work: ServerWork<N>,
): Promise<Round<N>> {
  const blocks: Partial<Record<N, Block>> = {};
  for (const variant of variants)
    blocks[variant.name] = await work.during(variant.name, size.count, () => runBlock(variant, code, size));
  const told = variants.map(({ name }) => `${name} ${rounded(blocks[name]?.perSecond ?? NaN)}`);
  log(`  ${code}: ${told.join(', ')} a second`);
  return blocks as Round<N>;
}

async function runBlock<N extends string>(
  { name, payOut, workerPid, settled }: Variant<N>,
  code: string,
  size: Size,
): Promise<Block> {
  const before = await used(workerPid);
  const startedMs = performance.now();
  const latencies = await inParallel(size.atATime, size.count, (number) =>
    payOut(`${name}-${code}-${number}`),
  );
  const seconds = (performance.now() - startedMs) / 1_000;
  await settled?.();
  const after = await used(workerPid);
  const eachMs = (what: keyof typeof after) => ((after[what] - before[what]) / size.count) * 1_000;
  return {
    perSecond: size.count / seconds,
    p50Ms: percentile(latencies, 50),
    workerCpuMs: eachMs('workerCpuS'),
    serverCpuMs: eachMs('serverCpuS'),
    callerCpuMs: eachMs('callerCpuS'),
  };
}

async function used(workerPid: number) {
  const server = descendantNamed(process.pid, 'temporal').then(cpuSeconds);
  return {
    workerCpuS: await cpuSeconds(workerPid),
    serverCpuS: await server,
    callerCpuS: await cpuSeconds(process.pid),
  };
}
