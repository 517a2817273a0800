import type { Client } from '@temporalio/client';
import type { Places } from './encodings';

/** What Temporal tells a caller who has none of the keys. */
export async function toldByTemporal(client: Client): Promise<Places> {
  const { workflowService: api } = client;
  const { namespace } = client.options;
  const { executions } = await api.listWorkflowExecutions({ namespace, pageSize: 1_000 });
  const histories = await Promise.all(
    executions.map(({ execution }) =>
      api.getWorkflowExecutionHistory({ namespace, execution: execution ?? null, maximumPageSize: 1_000 }),
    ),
  );
  const descriptions = await Promise.all(
    executions.map(({ execution }) =>
      api.describeWorkflowExecution({ namespace, execution: execution ?? null }),
    ),
  );
  const { schedules } = await api.listSchedules({ namespace, maximumPageSize: 100 });
  const described = await Promise.all(
    schedules.map(({ scheduleId }) => api.describeSchedule({ namespace, scheduleId: scheduleId ?? '' })),
  );
  return {
    'workflow ids': contentsIn(executions.map(({ execution }) => execution)),
    'search attributes': contentsIn(executions.map(({ searchAttributes }) => searchAttributes)),
    'descriptions of cases, with memo and summary': contentsIn(descriptions),
    'histories, as they are told': contentsIn(histories),
    schedules: contentsIn(described),
  };
}

/** Every text and every payload in a message, as bytes. */
function contentsIn(message: unknown): Buffer[] {
  const parts: Buffer[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') parts.push(Buffer.from(`${value}\n`));
    else if (value instanceof Uint8Array) parts.push(Buffer.from(value));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(message);
  return [Buffer.concat(parts)];
}
