import type { Typed } from './fields';

/**
 * Parts that speak of people, or of their accounts. A draft of them lives as long as the page; on this machine's disk,
 * where the next person at it could read them, they are never written.
 */
const PERSONAL =
  /^(customer\.(?!reference$)|underwriting\.userIdentity|bankStatement|disbursementAccount|beneficiary|businessName)/;

const inMemory = new Map<string, Typed>();
const nameOf = (kind: string) => `desk-draft-${kind}`;

/** What was typed before this page was left. */
export function readDraft(kind: string): Typed {
  const kept = inMemory.get(kind);
  if (kept) return kept;
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(nameOf(kind)) ?? '{}');
    return typeof draft === 'object' && draft !== null ? (draft as Typed) : {};
  } catch {
    return {};
  }
}

/** Keeps what was typed. A browser that keeps nothing costs the draft alone. */
export function writeDraft(kind: string, typed: Typed): void {
  inMemory.set(kind, typed);
  const harmless = Object.entries(typed).filter(([path]) => !PERSONAL.test(path));
  try {
    localStorage.setItem(nameOf(kind), JSON.stringify(Object.fromEntries(harmless)));
  } catch {
    // Storage is full or switched off: the draft in memory is left.
  }
}
