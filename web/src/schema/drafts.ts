import type { Typed } from './fields';

/**
 * Parts about people or their accounts. Their drafts last only as long as the page: they are never written to
 * this machine's disk, where the next person at it could read them.
 */
const PERSONAL =
  /^(customer\.(?!reference$)|underwriting\.userIdentity|bankStatement|disbursementAccount|beneficiary|businessName)/;

/** How much of a draft is there when its form opens again. */
export type FoundDraft = 'whole' | 'without what is personal';

const inMemory = new Map<string, Typed>();

// The browser asks before it discards drafts that are only in memory.
addEventListener('beforeunload', (event) => {
  const isPersonal = ([path, value]: [string, string]) => value !== '' && PERSONAL.test(path);
  if ([...inMemory.values()].some((typed) => Object.entries(typed).some(isPersonal))) event.preventDefault();
});

const nameOf = (kind: string, subject: string) => `desk-draft-${kind}-${subject}`;

/** A person's draft of a form: nobody else at this browser gets it. */
export const draftOf = (kind: string, subject: string) => {
  const name = nameOf(kind, subject);
  return {
    /** The texts typed before the page was left, on top of first ones, and how much of them was found again. */
    begin(first: Typed): { readonly typed: Typed; readonly found?: FoundDraft } {
      const kept = read(name);
      const found = inMemory.has(name) ? 'whole' : 'without what is personal';
      const whole = { ...first, ...kept };
      inMemory.set(name, whole);
      const isTyped = Object.entries(kept).some(([path, value]) => value !== '' && !(path in first));
      return { typed: whole, ...(isTyped && { found }) };
    },
    write: (typed: Typed) => write(name, typed),
  };
};

/** Deletes a person's drafts, in memory too. */
export function forgetDrafts(subject: string): void {
  inMemory.clear();
  for (const kind of ['loan', 'payout']) inStorage((storage) => storage.removeItem(nameOf(kind, subject)));
}

function read(name: string): Typed {
  const kept = inMemory.get(name);
  if (kept) return kept;
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(name) ?? '{}');
    return typeof draft === 'object' && draft !== null ? (draft as Typed) : {};
  } catch {
    return {};
  }
}

function write(name: string, typed: Typed): void {
  inMemory.set(name, typed);
  const harmless = Object.entries(typed).filter(([path]) => !PERSONAL.test(path));
  inStorage((storage) => storage.setItem(name, JSON.stringify(Object.fromEntries(harmless))));
}

/** In a browser that stores nothing, or no more, drafts stay in memory only. */
function inStorage(change: (storage: Storage) => void): void {
  try {
    change(localStorage);
  } catch {
    // Storage is full or switched off.
  }
}
