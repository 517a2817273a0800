import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDesk } from '../../bench/desk/open-desk';
import { randomFrom } from '../../test/support/random';
import { persist, Sender, type AnsweredCommand } from '../desk/commands';
import { isRebuiltEqual } from '../desk/copy';
import { OfficersAtWork } from '../desk/officers-at-work';
import { log, type Row } from '../report';
import type { TestEnvironment } from '../test-environment';
import type { Attack } from './run';

interface Size {
  readonly officers: number;
  readonly kills: number;
}
const full: Size = { officers: 8, kills: 24 };
const small: Size = { officers: 3, kills: 3 };

/** Between two kills so many commands are answered. */
const ANSWERS_BETWEEN = 5;
/** A command takes about as long: a kill meets it anywhere on its way. */
const WITHIN_MS = 60;

async function attack(environment: TestEnvironment, { quick }: { quick: boolean }): Promise<Row> {
  const size = quick ? small : full;
  const desk = await environment.openDesk();
  const sender = new Sender();
  const atWork = new OfficersAtWork(environment, desk, sender);
  let isOver = false;
  const killing = kill(environment, desk, sender, size.kills).finally(() => (isOver = true));
  const [kills] = await Promise.all([killing, atWork.work(size.officers, () => isOver)]);
  const counted = await count(atWork.commands);
  const rebuiltEqual = await isRebuiltEqual(desk, environment.records.env);
  const { twice, lost, wrongAnswers } = counted;
  return {
    fields: { commands: atWork.commands.length, ...counted, stuck: atWork.stuck, kills, rebuiltEqual },
    holds: twice + lost + wrongAnswers + atWork.stuck === 0 && rebuiltEqual && kills === size.kills,
  };
}

/** Counts the commands that were answered or took effect otherwise than they had to. */
async function count(commands: readonly AnsweredCommand[]) {
  const counted = { twice: 0, lost: 0, wrongAnswers: 0 };
  for (const command of commands) {
    const found = await persist(command.effects);
    const problem = problemOf(command, found);
    if (!problem) continue;
    counted[problem] += 1;
    log(`  ${command.what}: ${command.refusal ?? 'taken'}, ${found} effects`);
  }
  return counted;
}

function problemOf({ refusal, isDue }: AnsweredCommand, found: number) {
  const isTaken = refusal === undefined;
  if (found > 1) return 'twice';
  if (isTaken && found === 0) return 'lost';
  return isTaken === isDue && isTaken === (found === 1) ? undefined : 'wrongAnswers';
}

/** Kills desk, database and worker in turns, each while commands are under way. @returns how many */
async function kill(
  environment: TestEnvironment,
  desk: OpenDesk,
  sender: Sender,
  kills: number,
): Promise<number> {
  const random = randomFrom(kills);
  const victims = [
    { name: 'the desk', die: () => desk.crash() },
    { name: 'the database', die: () => environment.crashRecords() },
    { name: 'the worker', die: () => environment.killWorker(() => Promise.resolve()) },
  ] as const;
  for (let done = 0; done < kills; done++) {
    const enough = sender.answered + ANSWERS_BETWEEN;
    while (sender.answered < enough || sender.underWay === 0) await sleep(5);
    await sleep(random() * WITHIN_MS);
    const { name, die } = victims[done % victims.length]!;
    log(`  ${name} is killed; ${sender.answered} commands are answered, ${sender.underWay} under way`);
    await die();
  }
  return kills;
}

export const desk: Attack = {
  proves:
    'Desk, database and worker killed (kill -9) amid commands over HTTP: each took effect once, or the answer says that it did not; a rebuilt copy of the cases equals the one before.',
  // A minute in a second: while a worker is missed, no proposal may lapse.
  rate: 60,
  attack,
};
