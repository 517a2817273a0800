import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../../test/support/random';
import { BRANCHES, phoneOf, SOUGHT } from './fixtures';
import type { Answer, Officer } from './officer';
import { realReference } from './real-cases';

/** What each officer does once in ten seconds. */
const DEEDS = ['list', 'search', 'phone', 'approvals', 'casePage', 'command'] as const;
type Deed = (typeof DEEDS)[number];
const ROUND_MS = 10_000;

/** How long each deed took in milliseconds, without end where it failed. */
export type Times = Readonly<Record<Deed, number[]>>;

/** Lets officers work at a steady pace, each beginning at an instant of its own. @returns times, and problems as they were told */
export async function work(
  officers: readonly Officer[],
  rounds: number,
  realCases: number,
): Promise<{ times: Times; problems: string[] }> {
  const times: Times = { list: [], search: [], phone: [], approvals: [], casePage: [], command: [] };
  const problems: string[] = [];
  const one = async (officer: Officer, place: number) => {
    const random = randomFrom(place + 1);
    const choose = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
    const reference = () => realReference(1 + Math.floor(random() * realCases));
    const deeds: Readonly<Record<Deed, () => Promise<Answer>>> = {
      list: () => officer.get(choose(LISTS)),
      search: () => officer.get(choose(SEARCHES)(choose(SOUGHT), choose(BRANCHES))),
      phone: () => officer.get(`/api/search?q=${phoneOf(1 + Math.floor(random() * 1_000))}`),
      approvals: () => officer.get(`/api/approvals?page=${choose([1, 1, 1, 2])}`),
      casePage: () => officer.get(`/api/cases/payout/${reference()}`),
      command: () =>
        officer.post(`/api/cases/payout/${reference()}/commands/addNote`, crypto.randomUUID(), {
          fields: { text: 'Called the beneficiary' },
        }),
    };
    await sleep((place / officers.length) * ROUND_MS);
    for (let round = 0; round < rounds; round++)
      for (const deed of DEEDS) {
        const next = sleep(ROUND_MS / DEEDS.length);
        times[deed].push(await timed(deeds[deed], (problem) => problems.push(`${deed}: ${problem}`)));
        await next;
      }
  };
  await Promise.all(officers.map(one));
  return { times, problems };
}

const LISTS = [
  '/api/cases',
  '/api/cases?tab=open&page=2',
  '/api/cases?tab=open&sort=newest&size=100',
  '/api/cases?tab=mine',
] as const;

const SEARCHES = [
  (word: string) => `/api/search?q=${encodeURIComponent(word)}`,
  (word: string) => `/api/cases?tab=open&q=${encodeURIComponent(word)}`,
  (_: string, branch: string) => `/api/cases?tab=open&branch=${branch}&stage=OFFER&sort=amount`,
] as const;

async function timed(deed: () => Promise<Answer>, tell: (problem: string) => void): Promise<number> {
  const began = performance.now();
  const answer = await deed().catch((error: unknown) => ({ status: 0, body: String(error) }));
  if (answer.status === 200) return performance.now() - began;
  tell(`${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
  return Infinity;
}
