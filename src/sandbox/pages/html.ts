/** Text that is HTML already. */
class Html {
  constructor(readonly text: string) {}
}
export type { Html };

/** What can stand in a template. */
export type Shown = string | number | null | Html | readonly Shown[];

/** A template whose values are escaped, unless they are HTML themselves. */
export const html = (parts: TemplateStringsArray, ...values: readonly Shown[]): Html =>
  new Html(parts.map((part, place) => part + (place < values.length ? shown(values[place]) : '')).join(''));

function shown(value: Shown | undefined): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object' && value !== null) return value.map(shown).join('');
  return String(value ?? '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A table with a heading; a sentence instead when there are no rows. */
export const table = (title: string, columns: readonly string[], rows: readonly (readonly Shown[])[]): Html =>
  html`<h2>${title}</h2>
    ${
      rows.length === 0
        ? html`<p>None yet.</p>`
        : html`<table>
            <tr>
              ${columns.map((column) => html`<th>${column}</th>`)}
            </tr>
            ${rows.map(
              (row) =>
                html`<tr>
                  ${row.map((cell) => html`<td>${cell}</td>`)}
                </tr>`,
            )}
          </table>`
    }`;

/** Keeps the last four characters. */
export const masked = (text: string): string => text.slice(-4).padStart(text.length, '•');
