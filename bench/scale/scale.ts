import { atMost, log, rounded, type Report, type Row } from '../report';
import { extrapolated, growth, growthBars } from './growth';
import { measureSize, type SizeFigures } from './size';

const full = [1_000, 10_000] as const;
const small = [50, 200] as const;

/** What open loans in repayment cost, and how that grows with their number. */
export async function measureScale(quick: boolean): Promise<Report> {
  const [few, many] = quick ? small : full;
  const [fewer, more] = [await measured(few), await measured(many)];
  const grown = growth(fewer, more);
  return {
    setting: { loan: '6 instalments, one in ten borrowers ten days late', authority: 'open' },
    tables: {
      Measured: [fewer, more].map(row),
      'Not measured, but calculated from the larger number': extrapolated(more),
    },
    figures: { sizes: [fewer, more].map(row), growth: row(grown), extrapolated: extrapolated(more) },
    isProof: true,
    bars: [...growthBars(grown), ...[fewer, more].flatMap(barsOf)],
  };
}

/** The first size is told before the second begins: that takes long. */
async function measured(loans: number): Promise<SizeFigures> {
  const figures = await measureSize(loans);
  log(JSON.stringify(row(figures)));
  return figures;
}

const row = (figures: object): Row =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, rounded(figure as number)]));

const barsOf = ({ loans, refused, listP95Ms, casePageP95Ms, firstCallSeconds }: SizeFigures) => [
  atMost(`${loans} loans: refused calls`, refused, 0),
  atMost(`${loans} loans: a list at the desk, p95, ms`, rounded(listP95Ms), 150),
  atMost(`${loans} loans: a case page, p95, ms`, rounded(casePageP95Ms), 400),
  atMost(`${loans} loans: first call after a restart of everything, s`, rounded(firstCallSeconds), 60),
];
