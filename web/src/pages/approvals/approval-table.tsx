import type { ApprovalItem } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { spoken } from '../../format/words';
import { CaseLink } from '../../parts/case-link';
import { Badge, TableFrame } from '../../parts/frames';
import { Since } from '../../parts/instant';
import { texts } from '../../texts';

const { approvals: words } = texts;

/** What tells approvals apart: a case may have several proposals. */
export const keyOf = ({ kind, reference, digest }: ApprovalItem): string => `${kind}:${reference}:${digest}`;

interface ApprovalTableProps {
  readonly items: readonly ApprovalItem[];
  readonly chosen: ApprovalItem | undefined;
  readonly onChoose: (item: ApprovalItem) => void;
}

/** Everything that waits for a second person; what waits for me comes first. */
export const ApprovalTable = ({ items, chosen, onChoose }: ApprovalTableProps) => (
  <div className="card flush">
    <TableFrame label={words.table}>
      <table aria-label={words.table}>
        <thead>
          <tr>
            <th scope="col">{words.columns.reference}</th>
            <th scope="col">{words.columns.what}</th>
            <th scope="col" className="amount">
              {words.columns.amount}
            </th>
            <th scope="col" className="less">
              {words.columns.makers}
            </th>
            <th scope="col">{words.columns.since}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)} data-current={item === chosen} onClick={() => onChoose(item)}>
              <th scope="row">
                <CaseLink kind={item.kind} reference={item.reference} />
                <span className="second soft">{spoken(item.kind)}</span>
              </th>
              <td>
                <button
                  type="button"
                  className="plain-button"
                  data-approval={keyOf(item)}
                  aria-pressed={item === chosen}
                  onClick={() => onChoose(item)}
                >
                  {item.command === undefined
                    ? words.what.case
                    : `${words.what.proposal}: ${spoken(item.command)}`}
                  <span className="unseen">, {item.reference}</span>
                </button>
                <span className="second">
                  <Badge tone={item.allowed ? 'attention' : 'plain'}>
                    {item.allowed ? words.mine : words.others}
                  </Badge>
                </span>
              </td>
              <td className="amount">{item.amountKobo === undefined ? '' : nairaText(item.amountKobo)}</td>
              <td className="less break">{item.makers.join(', ')}</td>
              <td className="nowrap">
                <Since at={item.since} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  </div>
);
