import type { CasePage } from '../../../../src/desk/contract';
import { Card } from '../../parts/frames';
import { Instant } from '../../parts/instant';

/** Who has agreed or refused, and to what exactly, the latest first; nothing where no person has. */
export const Decisions = ({ decisions }: Pick<CasePage, 'decisions'>) =>
  decisions.length > 0 && (
    <Card title="Decided so far">
      <ul className="list">
        {decisions.map(({ command, summary, by, role, at, digest, freshLogin }) => (
          <li key={`${at} ${command} ${by}`}>
            <span className="grow">
              <span className="break">{summary}</span>
              <span className="second soft small">
                {by} ({role}), <Instant at={at} />
                {freshLogin && `, with a login for this very act`}
              </span>
              <span className="second digest">{digest}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
