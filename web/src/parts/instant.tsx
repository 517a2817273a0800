import { useSession } from '../api/session';
import { dayText, durationText, lagosText, shortLagosText, utcText } from '../format/time';

/** An instant in Lagos time, with UTC in its title. */
export const Instant = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={utcText(at)}>
    {lagosText(at)}
  </time>
);

/** An instant without year and zone, for dense lines; its title has both. */
export const ShortInstant = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={`${lagosText(at)} · ${utcText(at)}`}>
    {shortLagosText(at)}
  </time>
);

/**
 * The time since or until an instant of a case, with the instant in its title. A demonstration's fast clock
 * cannot be compared with this machine's, so there it shows the instant.
 */
export function Since({ at }: { readonly at: string }) {
  const isFast = useSession().data?.demonstration ?? false;
  if (isFast) return <ShortInstant at={at} />;
  const apartMs = Date.now() - Date.parse(at);
  const text = apartMs >= 0 ? durationText(apartMs) : `in ${durationText(-apartMs)}`;
  return (
    <time dateTime={at} title={`${lagosText(at)} · ${utcText(at)}`}>
      {text}
    </time>
  );
}

/** A day for people. */
export const Day = ({ on }: { readonly on: string }) => <time dateTime={on}>{dayText(on)}</time>;
