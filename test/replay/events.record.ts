import { relayId } from '../../src/domain/events/relay';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import { records } from '../support/replay/recording';
import { steering } from '../support/workflows/steering';

/** A relay that is tested, paused and removed. */
records(steering(), async (environment) => {
  const endpoint = { name: 'app', url: 'https://receiver.invalid/', secrets: ['whsec_MQ=='] };
  const state = { endpoint, paused: 'by a person' };
  const relay = await environment.start(workflowTypes.eventRelay, relayId('app'), state);
  const tell = (command: object) => relay.handle.executeUpdate('relay', { args: [command] });
  await tell({ do: 'resume' });
  await tell({ do: 'test' });
  await tell({ do: 'pause' });
  await tell({ do: 'remove' });
  await relay.handle.result();
  return { 'event-relay': relay };
});
