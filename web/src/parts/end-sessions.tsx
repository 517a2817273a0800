import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../api/client';
import { administrationQuery } from '../api/queries';
import { useSending } from '../api/sending';
import { Refusal } from '../commands/refusal';

interface EndSessionsProps {
  readonly subject: string;
  readonly name: string;
}

/** Logs a person out everywhere, if the viewer may. */
export function EndSessions({ subject, name }: EndSessionsProps) {
  const [ended, setEnded] = useState<number>();
  const client = useQueryClient();
  const sending = useSending({
    send: (signal) => post('/api/sessions/end', { body: { subject }, key: crypto.randomUUID(), signal }),
    onSuccess: (reply) => {
      setEnded(reply.ended);
      void client.invalidateQueries(administrationQuery);
    },
  });
  return (
    <div className="row">
      <Button variant="default" loading={sending.isPending} onClick={sending.send}>
        End all sessions of {name}
      </Button>
      <span aria-live="polite">{ended === undefined ? '' : `Ended: ${ended}`}</span>
      <Refusal error={sending.error} />
    </div>
  );
}
