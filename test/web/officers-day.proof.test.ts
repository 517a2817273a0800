import { Day } from '../support/web/real-day/tasks';
import { accessibility } from './officers-day/accessibility';
import { tasksAnywhere } from './officers-day/anywhere';
import { controlTasks } from './officers-day/control';
import { lendingTasks } from './officers-day/lending';
import { moneyTasks } from './officers-day/money';
import { troubleTasks } from './officers-day/trouble';

/** As many payouts wait for an approval as stand on eleven pages. */
const day = new Day(Number(process.env['WAITING'] ?? 520));

lendingTasks(day);
moneyTasks(day);
controlTasks(day);
troubleTasks(day);
tasksAnywhere(day);
accessibility(day);
day.replays();
