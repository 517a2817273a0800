import { spoken } from '../format/words';
import type { SchemaField } from './fields';
import { SchemaInput } from './schema-input';
import type { useStart } from './use-start';

interface FieldGroupsProps {
  readonly fields: readonly SchemaField[];
  readonly start: ReturnType<typeof useStart>;
}

/** Fields of a form, in groups as the file has them. */
export const FieldGroups = ({ fields, start }: FieldGroupsProps) => (
  <div className="stack wide">
    {groupsOf(fields).map(([group, those]) => (
      <fieldset key={group}>
        {group !== '' && <legend>{spoken(group.split('.').at(-1) ?? group)}</legend>}
        <div className="grid">
          {those.map((field) => (
            <SchemaInput
              key={field.path}
              field={field}
              value={start.valueOf(field)}
              problem={start.problemOf(field)}
              onChange={(value) => start.type(field.path, value)}
            />
          ))}
        </div>
      </fieldset>
    ))}
  </div>
);

const parentOf = ({ path }: SchemaField) => path.split('.').slice(0, -1).join('.');

function groupsOf(fields: readonly SchemaField[]): [string, SchemaField[]][] {
  const groups = new Map<string, SchemaField[]>();
  for (const field of fields) groups.set(parentOf(field), [...(groups.get(parentOf(field)) ?? []), field]);
  return [...groups];
}
