import { Button } from '@mantine/core';
import { post } from '../../api/client';
import { useSending } from '../../api/sending';
import { useSession } from '../../api/session';
import { Refusal } from '../../commands/refusal';
import { useState } from 'react';

/** Logs a person out everywhere, for who may: nothing where the person who looks may not. */
export function EndSessions({ subject }: { readonly subject: string }) {
  const mayEnd = useSession().data?.mayUse.includes('endSessions') ?? false;
  const [ended, setEnded] = useState<number>();
  const sending = useSending({
    send: (signal) => post('/api/sessions/end', { body: { subject }, key: crypto.randomUUID(), signal }),
    onSuccess: (reply) => setEnded(reply.ended),
  });
  if (!mayEnd) return null;
  return (
    <div className="row">
      <Button variant="default" loading={sending.isPending} onClick={sending.send}>
        End all sessions of {subject}
      </Button>
      <span aria-live="polite">{ended === undefined ? '' : `Ended: ${ended}`}</span>
      <Refusal error={sending.error} />
    </div>
  );
}
