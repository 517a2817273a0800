import { Button, Table, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { EndpointList } from '../../../../src/desk/contract';
import { post } from '../../api/client';
import { endpointsQuery } from '../../api/queries';
import { useSending } from '../../api/sending';
import { FormDialog } from '../../commands/form-dialog';
import { Refusal } from '../../commands/refusal';
import { Copy } from '../../parts/copy';
import { Badge, Card, DataTable, Note, Page } from '../../parts/frames';
import { Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { SendForm } from '../../parts/send-form';
import { Empty } from '../../parts/states';

type Endpoint = EndpointList['endpoints'][number];
type Order = 'test' | 'pause' | 'resume' | 'remove' | 'rotate';

interface Secret {
  readonly name: string;
  readonly secret: string;
}

/** The endpoints of other systems for events of cases, each with its position. */
export default function EndpointsPage(): ReactNode {
  const endpoints = useQuery(endpointsQuery);
  const [shown, setShown] = useState<Secret>();
  return (
    <Page
      title="Event endpoints"
      about="Addresses of your own systems to which the desk's workers post what happens to cases, signed and in order."
    >
      {shown && (
        <Note tone="attention" role="alert">
          <strong>The secret of {shown.name}, which is shown this once:</strong>
          <span className="row">
            <code className="break">{shown.secret}</code>
            <Copy value={shown.secret} what="the secret" isBeside />
          </span>
        </Note>
      )}
      <Loaded query={endpoints} what="Endpoints">
        {({ endpoints: found }) => (
          <Card title="Endpoints" flush>
            {found.length === 0 ? (
              <Empty title="No system is told of events yet" />
            ) : (
              <DataTable label="Endpoints" columns={['Endpoint', 'Told up to', 'State', 'What to do']}>
                {found.map((one) => (
                  <Row key={one.name} endpoint={one} onSecret={setShown} />
                ))}
              </DataTable>
            )}
          </Card>
        )}
      </Loaded>
      <NewEndpoint onSecret={setShown} />
    </Page>
  );
}

interface RowProps {
  readonly endpoint: Endpoint;
  readonly onSecret: (shown: Secret) => void;
}

function Row({ endpoint, onSecret }: RowProps) {
  const { name, url, position, paused } = endpoint;
  const [removing, setRemoving] = useState(false);
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <span className="break">{name}</span>
        <span className="second soft break">{url}</span>
      </Table.Th>
      <Table.Td>
        {position === undefined ? 'not begun' : `event ${position.toLocaleString('en-NG')}`}
      </Table.Td>
      <Table.Td>
        <State endpoint={endpoint} />
      </Table.Td>
      <Table.Td>
        <div className="row">
          <OrderButton name={name} order="test" />
          <OrderButton name={name} order={paused === undefined ? 'pause' : 'resume'} />
          <OrderButton name={name} order="rotate" onSecret={onSecret} />
          <Button size="compact-sm" variant="default" onClick={() => setRemoving(true)}>
            Remove {name}
          </Button>
        </div>
        {removing && <Remove name={name} onClose={() => setRemoving(false)} />}
      </Table.Td>
    </Table.Tr>
  );
}

function State({ endpoint: { paused, failure, secrets } }: Pick<RowProps, 'endpoint'>) {
  return (
    <div className="stack tight">
      {paused !== undefined && <Badge tone="attention">Paused</Badge>}
      {paused === undefined && failure && <Badge tone="danger">Takes nothing</Badge>}
      {paused === undefined && !failure && <Badge tone="good">Is told</Badge>}
      {paused !== undefined && <span className="small break">{paused}</span>}
      {failure && (
        <span className="small break">
          {failure.last}; {failure.tries} tries since <Instant at={failure.since} />
        </span>
      )}
      {secrets > 1 && (
        <span className="small soft">Two secrets sign until a day after the newer one came.</span>
      )}
    </div>
  );
}

/** The label of each button, and the text once it is done. */
const ORDERS = {
  test: ['Post a test to', 'It took the test.'],
  pause: ['Pause', ''],
  resume: ['Resume', ''],
  rotate: ['New secret for', ''],
} as const;

interface OrderButtonProps {
  readonly name: string;
  readonly order: keyof typeof ORDERS;
  readonly onSecret?: (shown: Secret) => void;
}

function OrderButton({ name, order, onSecret }: OrderButtonProps) {
  const [isDone, setDone] = useState(false);
  const sending = useOrder(name, order, ({ secret }) => {
    setDone(true);
    if (secret !== undefined) onSecret?.({ name, secret });
  });
  const [label, done] = ORDERS[order];
  return (
    <>
      <Button size="compact-sm" variant="default" loading={sending.isPending} onClick={sending.send}>
        {label} {name}
      </Button>
      <span aria-live="polite" className="small">
        {isDone && !sending.isError ? done : ''}
      </span>
      <Refusal error={sending.error} />
    </>
  );
}

function useOrder(
  endpoint: string,
  order: Order,
  onSuccess: (reply: { secret?: string | undefined }) => void,
) {
  const client = useQueryClient();
  return useSending({
    send: (signal) => post('/api/endpoints/:endpoint', { params: { endpoint }, body: { do: order }, signal }),
    onSuccess: (reply) => {
      onSuccess(reply);
      void client.invalidateQueries(endpointsQuery);
    },
  });
}

function Remove({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const sending = useOrder(name, 'remove', onClose);
  return (
    <FormDialog
      title={`Remove ${name}`}
      send={`Remove ${name}`}
      isSending={sending.isPending}
      error={sending.error}
      onSend={sending.send}
      onClose={onClose}
    >
      <p>Nothing more is posted there. Its secret and how far it was told are forgotten.</p>
    </FormDialog>
  );
}

function NewEndpoint({ onSecret }: Pick<RowProps, 'onSecret'>) {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const client = useQueryClient();
  const sending = useSending({
    send: (signal) => post('/api/endpoints', { body: { name, url }, signal }),
    onSuccess: ({ secret = '' }) => {
      onSecret({ name, secret });
      setName('');
      setUrl('');
      void client.invalidateQueries(endpointsQuery);
    },
  });
  return (
    <Card title="Register an endpoint">
      <SendForm className="stack" isSending={sending.isPending} onSend={sending.send}>
        <TextInput
          label="Name"
          description="Your own: small letters, digits and hyphens"
          required
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value.trim())}
        />
        <TextInput
          label="Address"
          description="It begins with https; it is told what happens from now on"
          required
          autoComplete="off"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value.trim())}
        />
        <Refusal error={sending.error} isSending={sending.isPending} />
        <Button type="submit" loading={sending.isPending}>
          Register it
        </Button>
      </SendForm>
    </Card>
  );
}
