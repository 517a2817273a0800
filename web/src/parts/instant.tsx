import { useSession } from '../api/session';
import { dayText, durationText, lagosText, shortLagosText, utcText } from '../format/time';

/** An instant in Lagos time; UTC stands in its title. */
export const Instant = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={utcText(at)}>
    {lagosText(at)}
  </time>
);

/** The same without year and zone, for lines of many; both stand in its title. */
export const ShortInstant = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={`${lagosText(at)} · ${utcText(at)}`}>
    {shortLagosText(at)}
  </time>
);

/**
 * How long ago an instant of a case was, or how far it lies ahead; the instant itself stands in its title. A clock that
 * runs fast, as in a demonstration, cannot be compared with the one of this machine: then the instant is shown.
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

/** A day. */
export const Day = ({ on }: { readonly on: string }) => <time dateTime={on}>{dayText(on)}</time>;
