import { cpuSeconds, descendantNamed } from '../processes';
import { log, percentile, rounded, type Row } from '../report';
import type { SandboxSettings } from '../../src/sandbox/settings';
import { undoing } from '../test-environment';
import { inParallel } from './in-parallel';
import { ServerWork } from './server-work';
import { openVariants, type Variant, type VariantName } from './variants';

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

/** What is compared, and how one relates to the other: medians over the rounds. */
export interface Alternation extends Readonly<Record<VariantName, VariantFigures>> {
  readonly offToBare: number | null;
  readonly onToOff: number | null;
  readonly onToBare: number | null;
}

interface Size {
  readonly rounds: number;
  /** How many workflows a block has, and how many of them run at a time. */
  readonly count: number;
  readonly atATime: number;
}

/** What the variants did on one server in turn, and what it did for them. */
interface Compared {
  readonly figures: Alternation;
  readonly serverWork: readonly Row[];
}

type Round = Readonly<Record<VariantName, Block>>;

/**
 * Runs short blocks of each variant in turn, so that a machine whose speed varies is the same for all of them: what
 * is compared lies seconds apart.
 */
export const alternate = (settings: SandboxSettings, size: Size): Promise<Compared> =>
  undoing(async (undo) => {
    const { variants, metricsUrl } = await openVariants(settings, undo);
    const work = new ServerWork(metricsUrl);
    log('Warming up the variants.');
    for (const variant of variants) await runBlock(variant, 'W', size);
    const rounds: Round[] = [];
    for (let round = 0; round < size.rounds; round++) {
      // Every other round backwards, so that none always follows the same one.
      const turn = round % 2 === 0 ? variants : variants.toReversed();
      rounds.push(await runRound(turn, `R${round}`, size, work));
    }
    return { figures: figuresOf(rounds), serverWork: work.table() };
  });

async function runRound(
  variants: readonly Variant[],
  code: string,
  size: Size,
  work: ServerWork,
): Promise<Round> {
  const blocks: Partial<Record<VariantName, Block>> = {};
  for (const variant of variants)
    blocks[variant.name] = await work.during(variant.name, size.count, () => runBlock(variant, code, size));
  const told = variants.map(({ name }) => `${name} ${rounded(blocks[name]?.perSecond ?? NaN)}`);
  log(`  ${code}: ${told.join(', ')} a second`);
  return blocks as Round;
}

async function runBlock({ name, payOut, workerPid }: Variant, code: string, size: Size): Promise<Block> {
  const before = await used(workerPid);
  const startedMs = performance.now();
  const latencies = await inParallel(size.atATime, size.count, (number) =>
    payOut(`${name}-${code}-${number}`),
  );
  const seconds = (performance.now() - startedMs) / 1_000;
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

export function figuresOf(rounds: readonly Round[]): Alternation {
  const median = (of: (round: Round) => number) => rounded(percentile(rounds.map(of), 50));
  const figures = (name: VariantName): VariantFigures => ({
    perSecond: median((round) => round[name].perSecond),
    p50Ms: median((round) => round[name].p50Ms),
    workerCpuMs: median((round) => round[name].workerCpuMs),
    serverCpuMs: median((round) => round[name].serverCpuMs),
    callerCpuMs: median((round) => round[name].callerCpuMs),
  });
  const ratio = (one: VariantName, other: VariantName) =>
    median((round) => round[one].perSecond / round[other].perSecond);
  return {
    bare: figures('bare'),
    off: figures('off'),
    on: figures('on'),
    offToBare: ratio('off', 'bare'),
    onToOff: ratio('on', 'off'),
    onToBare: ratio('on', 'bare'),
  };
}
