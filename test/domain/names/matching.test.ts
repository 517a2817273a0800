import { bestVerdict, matchNames } from '../../../src/domain/names/matching';

/** Each pair with the verdict that a person would give. */
test.each([
  // Order, case, punctuation, accents
  ['Ada Obi', 'ADA OBI', 'match'],
  ['Obi Ada', 'ADA OBI', 'match'],
  ['OBI, ADA', 'ADA OBI', 'match'],
  ['  ada   obi ', 'ADA OBI', 'match'],
  ['Adé Òbí', 'ADE OBI', 'match'],
  ['Ọláyínká Ṣọlá', 'OLAYINKA SOLA', 'match'],
  ["N'golo Obi", 'NGOLO OBI', 'match'],
  ['N’golo Obi', "N'GOLO OBI", 'match'],
  ['Ibrahim Musa Bello', 'BELLO IBRAHIM MUSA', 'match'],
  // Hyphens, and words written together
  ['Ada-Grace Obi', 'ADA GRACE OBI', 'match'],
  ['Oluwa-Seun Adebayo', 'OLUWASEUN ADEBAYO', 'match'],
  ['Abdul Rahman Sani', 'ABDULRAHMAN SANI', 'match'],
  ['Abdulrahman Sani', 'SANI ABDUL-RAHMAN', 'match'],
  ['Ade Ojo Tunde', 'ADEOJO TUNDE', 'match'],
  ['Ada Obi', 'ADAOBI', 'close'],
  ['A B Obi', 'A.B. OBI', 'match'],
  ['Abdul Rahim Sani', 'ABDULRAHMAN SANI', 'mismatch'],
  // Titles
  ['Mrs. Ada Obi', 'ADA OBI', 'match'],
  ['Alhaji Musa Bello', 'MUSA BELLO', 'match'],
  ['Hajia Fatima Sani', 'FATIMA SANI', 'match'],
  ['Chief (Dr.) Emeka Eze', 'EMEKA EZE', 'match'],
  ['Ada Obi', 'OBI ADA MRS', 'match'],
  ['Engr. Bola Fashola', 'PROF BOLA FASHOLA', 'match'],
  ['Mrs Ada Obi', 'MR CHIDI OBI', 'mismatch'],
  ['Mrs Ada Obi', 'MR ADA OBI', 'close'],
  ['Mr Obi', 'OBI', 'mismatch'],
  ['Justice Obi', 'CHIEF OBI', 'mismatch'],
  ['Justice Ada Obi', 'ADA OBI', 'close'],
  // Compatibility forms
  ['Ａｄａ　Ｏｂｉ', 'ADA OBI', 'match'],
  ['Griﬃn Oﬁli', 'GRIFFIN OFILI', 'match'],
  ['Ｄｅｌｔａ ＆ Ｓｏｎｓ Ｌｔｄ．', 'DELTA AND SONS LIMITED', 'match'],
  // Letters that only look alike
  ['Аda Оbi', 'ADA OBI', 'mismatch'],
  // Abbreviations
  ["St. Mary's Hospital", 'SAINT MARYS HOSPITAL', 'match'],
  ['1st Choice Foods', 'FIRST CHOICE FOODS', 'match'],
  ['Delta & Sons', 'DELTA AND SONS', 'match'],
  ['Delta&Sons', 'DELTA AND SONS', 'match'],
  ['Ada & Bola Obi', 'ADA BOLA OBI', 'close'],
  // Middle names and initials
  ['Ada Obi', 'ADA GRACE OBI', 'close'],
  ['Ada Grace Obi', 'OBI ADA', 'close'],
  ['Ada G. Obi', 'ADA GRACE OBI', 'close'],
  ['Ada G Obi', 'OBI ADA GRACE', 'close'],
  ['Ada G Obi', 'OBI ADA', 'close'],
  ['Emeka Eze', 'EZE EMEKA CHUKWUDI PAUL', 'close'],
  ['Ada Obi', 'ADA OBI-BELLO', 'close'],
  ['Ada K Obi', 'ADA GRACE OBI', 'mismatch'],
  ['Ada Grace Obi', 'ADA GIFT OBI', 'mismatch'],
  ['A. Obi', 'ADA OBI', 'close'],
  ['A G Obi', 'ADA GRACE OBI', 'close'],
  ['A Obi', 'ADA GRACE OBI', 'close'],
  ['B. Obi', 'ADA OBI', 'mismatch'],
  ['Ada O.', 'ADA OBI', 'close'],
  ['Ada Obi', 'ADA OBI JNR', 'close'],
  ['A. O.', 'ADA OBI', 'mismatch'],
  ['A. Obi', 'A. OBI', 'match'],
  // Short forms and spellings
  ['Seun Adebayo', 'OLUWASEUN ADEBAYO', 'close'],
  ['Oluwatobi Ade', 'ADE TOBI', 'close'],
  ['Emeka Okafor', 'CHUKWUEMEKA OKAFOR', 'close'],
  ['Olufunmilayo Fashola', 'FUNMILAYO FASHOLA', 'close'],
  ['Mohammed Sani', 'MUHAMMAD SANI', 'close'],
  ['Fatimah Bello', 'BELLO FATIMA', 'close'],
  ['Yussuf Garba', 'YUSUF GARBA', 'close'],
  ['Stephen Eze', 'STEVEN EZE', 'close'],
  ['Mohammed Yusuff', 'MUHAMMAD YUSUF', 'mismatch'],
  ['Tunde Sani', 'BABATUNDE SANI', 'close'],
  ['Uche Eze', 'UCHENNA EZE', 'close'],
  ['Tunde Sani', 'OLATUNDE SANI', 'close'],
  ['Babatunde Sani', 'OLATUNDE SANI', 'mismatch'],
  ['Tunde', 'BABATUNDE', 'mismatch'],
  ['Uchenna Eze', 'UCHECHUKWU EZE', 'mismatch'],
  ['Ikechukwu Eze', 'IKENNA EZE', 'mismatch'],
  ['Tunde Uche', 'BABATUNDE UCHENNA', 'mismatch'],
  // Slips of the pen
  ['Adebayo Ogunlesi', 'ADEBAYO OGUNLESSI', 'close'],
  ['Halima Abubakar', 'HALIMA ABUBAKKAR', 'close'],
  ['Chioma Danjuma', 'CHOIMA DANJUMA', 'close'],
  ['Damilola Sani', 'DAMIOLA SANI', 'close'],
  ['Folake Ibrahim', 'FOLAKE IBRAIHM', 'close'],
  ['Amina Bello', 'AMINU BELLO', 'mismatch'],
  ['Hassan Garba', 'HASSANA GARBA', 'mismatch'],
  ['Bola Sani', 'BOLU SANI', 'mismatch'],
  // Relatives and other people
  ['Taiwo Adeyemi', 'KEHINDE ADEYEMI', 'mismatch'],
  ['Hassan Garba', 'HUSSAINI GARBA', 'mismatch'],
  ['Ada Obi', 'ADA BELLO', 'mismatch'],
  ['Ada Obi', 'CHIDI OBI', 'mismatch'],
  ['Ada Grace Obi', 'CHIDI PAUL OBI', 'mismatch'],
  ['Ada', 'ADA OBI', 'mismatch'],
  ['Ada Ada', 'ADA OBI', 'mismatch'],
  ['Ada Obi', 'BOLA EZE', 'mismatch'],
  // Companies
  ['Delta Foods Limited', 'DELTA FOODS LTD', 'match'],
  ['Delta Foods', 'DELTA FOODS LTD', 'match'],
  ['Delta Foods Nigeria Limited', 'DELTA FOODS NIG LTD', 'match'],
  ['Delta & Sons Enterprises', 'DELTA AND SONS ENTERPRISE', 'match'],
  ['Delta Int’l Services', 'DELTA INTERNATIONAL SERVICES LTD', 'match'],
  ['Delta PLC', 'DELTA', 'match'],
  ['Delta Foods', 'DELTA FOODS VENTURES', 'close'],
  ['Ada Obi', 'ADA OBI ENTERPRISES', 'close'],
  ['Delta Foods', 'DELTA FOODS (ABUJA) LTD', 'close'],
  ['Delta Foods', 'DELTA DRINKS LTD', 'mismatch'],
  ['Delta Foods Ltd', 'GAMMA FOODS LTD', 'mismatch'],
  ['Ltd', 'DELTA FOODS LTD', 'mismatch'],
  ['Zenith Trading Ltd', 'ZENITH TRADING PLC', 'close'],
  ['Zenith Trading Limited', 'ZENITH TRADING PUBLIC LIMITED COMPANY', 'close'],
  ['Zenith Trading LLC', 'ZENITH TRADING LIMITED LIABILITY COMPANY', 'match'],
  ['Delta Foods Ltd', 'DELTA FOODS NIGERIA LTD', 'close'],
  ['Chief Foods Ltd', 'FOODS LTD', 'mismatch'],
  ['Zenith Ltd', 'ZENITH PLC', 'close'],
  ['Zenith Trading Ltd', 'ZENITH TRADING LTD/GTE', 'close'],
  ['Delta Branch 1', 'DELTA BRANCH 2', 'mismatch'],
  // Nothing to compare
  ['', 'ADA OBI', 'mismatch'],
  ['Ada Obi', '', 'mismatch'],
  ['- . -', 'ADA OBI', 'mismatch'],
] as const)('"%s" given and "%s" resolved is a %s', (given, resolved, verdict) => {
  expect(matchNames(given, resolved)).toBe(verdict);
  expect(matchNames(resolved, given)).toBe(verdict);
});

test('of several names the best verdict counts', () => {
  const given = ['Ada Obi', 'Obi Foods Ltd'];
  expect(bestVerdict(given, 'OBI FOODS LIMITED')).toBe('match');
  expect(bestVerdict(given, 'ADA GRACE OBI')).toBe('close');
  expect(bestVerdict(given, 'MUSA BELLO')).toBe('mismatch');
});

test.each(['Ada\u0000 Obi', 'Ada\nObi', 'Ada\u202e Obi', 'Ada\u200bObi', 'Ada\u0007Obi'])(
  'a name with a character that nobody sees fits none, on neither side: %j',
  (name) => {
    for (const fitting of ['Ada Obi', 'AdaObi', name]) {
      expect(matchNames(name, fitting)).toBe('mismatch');
      expect(matchNames(fitting, name)).toBe('mismatch');
    }
  },
);

test('white space around a name does not count', () => {
  expect(matchNames('Ada Obi', 'ADA OBI\r\n')).toBe('match');
});
