import { matchNames } from '../../src/domain/name-matching';

test.each([
  ['Ada Obi', 'ADA OBI', 'match'],
  ['Obi Ada', 'ADA OBI', 'match'],
  ['OBI, ADA', 'ADA OBI', 'match'],
  ['Mrs. Ada Obi', 'ADA OBI', 'match'],
  ['Alhaji Musa Bello', 'MUSA BELLO', 'match'],
  ['Adé Òbí', 'ADE OBI', 'match'],
  ["N'golo Obi", 'NGOLO OBI', 'match'],
  ['Ada-Grace Obi', 'ADA GRACE OBI', 'match'],
  ['Ada Obi', 'ADA GRACE OBI', 'close'],
  ['Ada Grace Obi', 'OBI ADA', 'close'],
  ['Ada G. Obi', 'ADA GRACE OBI', 'close'],
  ['Ada G Obi', 'OBI ADA GRACE', 'close'],
  ['Delta Foods Limited', 'DELTA FOODS LTD', 'match'],
  ['Delta Foods', 'DELTA FOODS LTD', 'match'],
  ['Delta Foods Nigeria Limited', 'DELTA FOODS NIG LTD', 'match'],
  ['Delta & Sons Enterprises', 'DELTA AND SONS ENTERPRISE', 'match'],
  ['Delta Foods', 'DELTA DRINKS LTD', 'mismatch'],
  ['Ada Obi', 'ADA BELLO', 'mismatch'],
  ['Ada Obi', 'CHIDI OBI', 'mismatch'],
  ['A. Obi', 'ADA OBI', 'mismatch'],
  ['Ada', 'ADA OBI', 'mismatch'],
  ['Ada Ada', 'ADA OBI', 'mismatch'],
  ['', 'ADA OBI', 'mismatch'],
  ['Ada Obi', '', 'mismatch'],
  ['Ltd', 'DELTA FOODS LTD', 'mismatch'],
] as const)('"%s" given and "%s" resolved is a %s', (given, resolved, verdict) => {
  expect(matchNames(given, resolved)).toBe(verdict);
  expect(matchNames(resolved, given)).toBe(verdict);
});
