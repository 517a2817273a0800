import { usualCourse, type Course, type Subject } from './courses';
import { magicRules } from './magic';
import { matches, type Rule } from './rule';

/** The magic values and the rules that were added; of several that match, the later one wins field by field. */
export class Rules {
  private readonly kept: { readonly rule: Rule; matched: number }[] = [];

  constructor(rules: readonly Rule[]) {
    for (const rule of [...magicRules, ...rules]) this.add(rule);
  }

  add(rule: Rule): void {
    this.kept.push({ rule, matched: 0 });
  }

  /** The rules that were added, without the magic values. */
  list(): readonly Rule[] {
    return this.kept.slice(magicRules.length).map(({ rule }) => rule);
  }

  /** The course that a request with these fields takes. */
  courseOf<S extends Subject>(subject: S, fields: object): Course<S> {
    const differences = this.kept
      .filter((entry) => entry.rule.subject === subject && matches(entry.rule.when, fields))
      .filter((entry) => (entry.matched += 1) <= (entry.rule.count ?? Infinity))
      .map(({ rule }) => rule.then);
    return Object.assign({}, usualCourse[subject], ...differences) as Course<S>;
  }
}
