interface NameComparisonProps {
  readonly label?: string;
  readonly given: string;
  readonly resolved: string | undefined;
  readonly verdict: string | undefined;
}

/** The given name beside the one on the account, with the words marked that the other side lacks. */
export const NameComparison = ({
  label = 'Name that was given',
  given,
  resolved,
  verdict,
}: NameComparisonProps) => (
  <div className="stack tight">
    <div className="grid tiles">
      <div>
        <span className="small soft">{label}</span>
        <div className="break">
          <Marked name={given} other={resolved} />
        </div>
      </div>
      <div>
        <span className="small soft">Name on the account</span>
        <div className="break">
          {resolved === undefined ? 'not known now' : <Marked name={resolved} other={given} />}
        </div>
      </div>
    </div>
    {verdict !== undefined && (
      <span className="small">
        The names: <strong>{verdict}</strong>
      </span>
    )}
  </div>
);

const plain = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function Marked({ name, other }: { readonly name: string; readonly other: string | undefined }) {
  const theirs = new Set((other ?? name).split(/\s+/).map(plain));
  return name.split(/\s+/).map((word, place) => (
    <span key={`${word} ${place}`}>
      {place > 0 && ' '}
      {theirs.has(plain(word)) ? word : <mark>{word}</mark>}
    </span>
  ));
}
