/** What a package says of its licence; the exception's word counts only where the package says nothing. */
export const licenceOf = ({ name, licence }, { licenceExceptions }) =>
  licence ?? licenceExceptions[name]?.licence;

/** Why a package may not be used, or undefined. */
export function licenceProblem(locked, accepted) {
  const licence = licenceOf(locked, accepted);
  if (licence === undefined) return 'names no licence';
  if (accepted.licenceExceptions[locked.name]?.licence === licence) return undefined;
  return isAccepted(licence, accepted.licences) ? undefined : `has the licence ${licence}`;
}

/** `A AND B` needs both, `A OR B` one of them. A mixture needs a person, who writes an exception. */
function isAccepted(expression, licences) {
  const bare = expression.replace(/^\(([^()]*)\)$/, '$1');
  const [all, any] = [bare.split(' AND '), bare.split(' OR ')];
  const isKnown = (id) => Object.hasOwn(licences, id);
  return any.length > 1 ? any.some(isKnown) : all.every(isKnown);
}
