import { Program } from '../../support/program';

/** A small version of `npm run chaos -- programs`; it ends with 0 only when nothing was found. */
test('no rule of the model is broken in a hundred random programs', async () => {
  const { code, out, err } = await new Program('chaos/main.ts', ['programs', '--seeds', '100', '--json'])
    .ended;
  expect({ code, err }).toEqual({ code: 0, err });
  expect(JSON.parse(out)).toMatchObject({ programs: 100, failed: 0 });
});
