import { idFor } from '../../src/desk/routes/commands';
import { isReference } from '../../src/domain/wire/references';

test('each of many commands of one request has an id of its own that every case takes, the same whenever it is repeated', () => {
  const ids = Array.from({ length: 2_000 }, (_, place) => idFor('one-request', 'loan', `LN-${place}`));
  expect(ids.filter((id) => !isReference(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(idFor('one-request', 'loan', 'LN-7')).toBe(ids[7]);
});
