import type { CommandRow } from '../../domain/case/commands';
import { expectation, type Field } from '../../domain/case/fields';
import type { FormField } from '../contract/commands';

/** The name of the field that stands for an uploaded document. */
export const DOCUMENT = 'document';

/** Whether a command hands in a document: its path and digest are then given as one upload. */
export const takesDocument = ({ fields }: Pick<CommandRow, 'fields'>): boolean =>
  fields.path !== undefined && fields.sha256 !== undefined;

/** The fields of a command's form, from its table; a digest that the case shows is filled in. */
export function formFieldsOf({ fields }: CommandRow, digest: string | undefined): FormField[] {
  const isHandIn = takesDocument({ fields });
  const own = Object.entries(fields).filter(([name]) => !isHandIn || (name !== 'path' && name !== 'sha256'));
  const form = own.map(([name, field]) => formField(name, field, digest));
  return isHandIn ? [...form, DOCUMENT_FIELD] : form;
}

const DOCUMENT_FIELD: FormField = {
  name: DOCUMENT,
  kind: 'document',
  about: 'The document: PDF, JPEG or PNG',
  optional: false,
  personal: true,
  expectation: 'a document that was uploaded to this case',
};

function formField(name: string, field: Field, digest: string | undefined): FormField {
  return {
    ...{ name, kind: field.kind, about: field.about },
    optional: field.optional ?? false,
    personal: 'personal' in field,
    expectation: expectation(field),
    ...('values' in field && { values: [...field.values] }),
    ...('min' in field && { min: field.min }),
    ...('max' in field && { max: field.max }),
    ...(name.endsWith('Kobo') && { money: true }),
    ...(field.kind === 'sha256' && digest !== undefined && { value: digest }),
  };
}
