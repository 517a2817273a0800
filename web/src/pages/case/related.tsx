import { Link } from '@tanstack/react-router';
import type { CasePage } from '../../../../src/desk/contract';
import { useSession } from '../../api/session';
import { withLagosTimes } from '../../format/time';
import { spoken } from '../../format/words';
import { CaseLink } from '../../parts/case-link';
import { Card } from '../../parts/frames';
import { Instant } from '../../parts/instant';
import { Person } from '../../parts/person';

/** Related cases, waiting calls, and links to the Web UI and the audit. */
export function Related({ shown }: { readonly shown: CasePage }) {
  const session = useSession().data;
  const mayAudit = session?.mayUse.includes('audit') ?? false;
  const isApart = session?.demonstration ?? false;
  return (
    <>
      {shown.related.length > 0 && (
        <Card title="Related cases">
          <ul className="list">
            {shown.related.map(({ kind, reference, stageTitle, why }) => (
              <li key={`${kind}:${reference}`}>
                <span className="grow">
                  <CaseLink kind={kind} reference={reference} />
                  <span className="second soft small">
                    {why} · {stageTitle}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {shown.calls.length > 0 && (
        <Card title="Calls of the bank that wait">
          <ul className="list">
            {shown.calls.map((call) => (
              <li key={call} className="small break">
                {withLagosTimes(call.replace(/^\w+/, spoken))}
                {isApart && / UTC$/.test(call) && ' (real time)'}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div className="stack tight small soft">
        {mayAudit && (
          <Link to="/audit" search={{ case: shown.workflowId }}>
            Audit of this case
          </Link>
        )}
        {shown.webUi !== undefined && (
          <details>
            <summary>For engineers</summary>
            <a href={shown.webUi} target="_blank" rel="noreferrer">
              Open in the Web UI of Temporal
            </a>
          </details>
        )}
        <span>
          As of <Instant at={shown.readAt} isReal />
        </span>
      </div>
    </>
  );
}

/** People's consents and refusals, with their digests, latest first; `false` if there are none. */
export const Decisions = ({ decisions, timeline }: Pick<CasePage, 'decisions' | 'timeline'>) =>
  decisions.length > 0 && (
    <Card title="Decided so far">
      <ul className="list">
        {decisions.map(({ command, summary, by, role, at, digest, freshLogin, isVoid }) => (
          <li key={`${at} ${command} ${by}`}>
            <span className="grow">
              <span className="break">
                {timeline.find((one) => one.at === at && one.by === `${role} ${by}`)?.what ?? summary}
              </span>
              <span className="second soft small">
                <Person subject={by} /> ({spoken(role).toLowerCase()}), <Instant at={at} />
                {freshLogin && `, with a login for this very act`}
              </span>
              {isVoid && (
                <strong className="second">Counts no more: it was about what was changed afterwards.</strong>
              )}
              {digest !== undefined && (
                <details className="second small">
                  <summary>For the record</summary>
                  <span className="digest">SHA-256 of what was decided about: {digest}</span>
                </details>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
