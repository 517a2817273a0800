import { useSession } from '../api/session';
import { businessNow, REAL_TIME } from '../../../src/domain/time/clock';
import { dayText, durationText, lagosText, shortLagosText, utcText } from '../format/time';

interface InstantProps {
  readonly at: string;
  /** Whether it is not by the clock of the cases, which differs from real time in a demonstration. */
  readonly isReal?: boolean;
}

/** An instant in Lagos time, with UTC in its title. */
export function Instant({ at, isReal = false }: InstantProps) {
  const isApart = useSession().data?.demonstration ?? false;
  return (
    <>
      <time dateTime={at} title={utcText(at)}>
        {lagosText(at)}
      </time>
      {isReal && isApart && ' (real time)'}
    </>
  );
}

interface ShortInstantProps {
  readonly at: string;
  /** Whether the year stands there also if it is the present one. */
  readonly isWithYear?: boolean;
}

/** An instant without zone, and without the present year, for dense lines; its title has both. */
export const ShortInstant = ({ at, isWithYear }: ShortInstantProps) => (
  <time dateTime={at} title={`${lagosText(at)} · ${utcText(at)}`}>
    {shortLagosText(at, isWithYear)}
  </time>
);

/** The present by the clock of the cases, in milliseconds; `undefined` in a demonstration whose clock the desk does not know. */
export function useCaseNow(): number | undefined {
  const { demonstration = false, clock } = useSession().data ?? {};
  return demonstration && !clock ? undefined : businessNow(clock ?? REAL_TIME, Date.now());
}

/**
 * The time since or until an instant of a case, with the instant in its title; the instant itself where the
 * present by the clock of the case is not known.
 */
export function Since({ at }: { readonly at: string }) {
  const nowMs = useCaseNow();
  if (nowMs === undefined) return <ShortInstant at={at} />;
  const apartMs = nowMs - Date.parse(at);
  const text = apartMs >= 0 ? durationText(apartMs) : `in ${durationText(-apartMs)}`;
  return (
    <time dateTime={at} title={`${lagosText(at)} · ${utcText(at)}`}>
      {text}
    </time>
  );
}

/** A day for people. */
export const Day = ({ on }: { readonly on: string }) => <time dateTime={on}>{dayText(on)}</time>;
