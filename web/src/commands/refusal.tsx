import { isProblem, sentenceOf } from '../api/problem';
import { useIsLoggedOut } from '../api/session';
import { withLagosTimes } from '../format/time';
import { Note } from '../parts/frames';
import { useNamedSentence } from '../parts/person';
import { useLasting } from '../parts/states';
import { LoginButton } from './login-button';

interface RefusalProps {
  readonly error: unknown;
  readonly isSending?: boolean;
}

/**
 * Says why a request was not sent or was refused, or that one without an answer may have taken effect. Shows
 * nothing while the page leaves for a login.
 */
export function Refusal({ error, isSending = false }: RefusalProps) {
  const named = useNamedSentence();
  if (useLasting(isSending))
    return (
      <p role="status" className="soft">
        The desk has not answered yet.
      </p>
    );
  if (!error || (isProblem(error) && error.is('fresh-login') && error.login !== undefined)) return null;
  if (isProblem(error) && error.is('log-in')) return <LoggedOut login={error.login} />;
  const isUnanswered = isProblem(error) && error.isUnanswered;
  const speaksForItself = isProblem(error) && (error.hadNoEffect || error.is('changed'));
  return (
    <Note tone={isUnanswered ? 'attention' : 'danger'} role="alert">
      {!speaksForItself && (
        <strong>
          {isUnanswered
            ? 'No answer came, so it is unknown whether this took effect. Send it again: the same request takes effect once at most.'
            : 'This was refused'}
        </strong>
      )}
      <span className="break">{named(withLagosTimes(forPeople(error)))}</span>
      {isProblem(error) &&
        error.mistakes.length > 1 &&
        error.mistakes.map(({ field, message }) => (
          <span key={`${field} ${message}`} className="small break">
            {message}
          </span>
        ))}
    </Note>
  );
}

/** A case names commands and stages as programs know them; a person sees both on the page. */
function forPeople(error: unknown): string {
  const sentence = sentenceOf(error);
  if (!isProblem(error) || !error.is('refused')) return sentence;
  return sentence
    .replace(/ The [a-z ]+ is in the stage [A-Z_]+; commands allowed now: .*$/, '')
    .replace(/^[a-z]\w*(?= is not (possible|asked for)| takes the role )/, 'This')
    .replace(/^[a-z]\w*: (\w)/, (_all, first: string) => first.toUpperCase());
}

/** Says that a request without a session had no effect, and can be sent again after a login. */
function LoggedOut({ login }: { readonly login: string | undefined }) {
  const isOver = useIsLoggedOut();
  return (
    <Note tone="attention" role="alert">
      <strong>Nothing was sent, since your session had ended.</strong>
      {isOver ? <LoginButton login={login} /> : <span>You are logged in again: send it now.</span>}
    </Note>
  );
}

/** Says that the person must log in again, and that the desk then sends the command. */
export const FreshLogin = () => (
  <Note tone="info">
    For this amount you log in once more. Your login is for this command alone, which is sent when you come
    back.
  </Note>
);
