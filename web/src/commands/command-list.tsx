import { counted } from '../format/words';
import type { OfferedCommand } from '../../../src/desk/contract';
import { CommandButton } from '../parts/frames';

interface CommandListProps {
  readonly commands: readonly OfferedCommand[];
  /** The one that the case asks for. */
  readonly recommended: string | undefined;
  readonly ended: boolean;
  readonly onOpen: (command: string) => void;
}

const NONE = 'There is nothing that you may do to this case now.';
const ENDED =
  'The case has ended and takes no commands or notes. Keep what comes of it later, such as a complaint, in your own files under its reference.';

/** The commands of a case: allowed ones as buttons, the recommended and the helpful first; the others with the reason. */
export function CommandList({ commands, recommended, ended, onOpen }: CommandListProps) {
  const mine = commands.filter(({ allowed }) => allowed);
  const others = commands.filter(({ allowed }) => !allowed);
  return (
    <div className="stack">
      <div className="stack tight commands">
        {mine.length === 0 && <p className="soft">{ended ? ENDED : NONE}</p>}
        {helpersFirst(mine, recommended).map(({ name, summary }) => (
          <CommandButton
            key={name}
            variant={name === recommended ? 'filled' : 'default'}
            onClick={() => onOpen(name)}
          >
            {summary}
          </CommandButton>
        ))}
      </div>
      {others.length > 0 && <NotAllowed commands={others} />}
    </div>
  );
}

const helpersFirst = (commands: readonly OfferedCommand[], recommended: string | undefined) => {
  const rank = ({ name, helps }: OfferedCommand) => (name === recommended ? 0 : helps ? 1 : 2);
  return commands.toSorted((one, other) => rank(one) - rank(other));
};

const NotAllowed = ({ commands }: { readonly commands: readonly OfferedCommand[] }) => (
  <details>
    <summary>
      {counted(commands.length, 'command that you may not give now', 'commands that you may not give now')}
    </summary>
    <ul className="list">
      {commands.map(({ name, summary, whyNot }) => (
        <li key={name}>
          <button
            type="button"
            className="plain-button"
            aria-disabled="true"
            aria-describedby={`why-${name}`}
          >
            {summary}
          </button>
          <span id={`why-${name}`} className="small soft">
            {whyNot}
          </span>
        </li>
      ))}
    </ul>
  </details>
);
