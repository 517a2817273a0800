import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { nameOfPasskey, signEnrolment } from '../../src/authority/enrolled-passkey';
import { enrolmentIn, readRing } from '../../src/authority/key-ring';
import { newKeyPair, signingKeyOf } from '../../src/authority/person-key';
import { addEnrolment, addToRing, revokeDevice } from '../../src/authority/ring-file';
import { payout } from '../support/desk/access/open-cases';
import { deskStack, loggedIn, type DeskStack } from '../support/desk/stack';
import type { Browser } from '../support/desk/browser';
import { until } from '../support/desk/steps';
import { browserTest, hasBrowser, TestBrowser } from '../support/web/browser';
import { logIn } from '../support/web/person';

const APPROVE = 'Agree to the payout, as it stands under its digest';
const FROM_KOBO = 5_000_000;

const browser = new TestBrowser();
let stack: DeskStack | undefined;
let maker: Browser;
beforeAll(async () => {
  await browser.start();
  if (!hasBrowser) return;
  const file = join(mkdtempSync(join(tmpdir(), 'passkey-')), 'policy.json');
  const approvals = [{ fromKobo: 1_000_000, approvals: 1, roles: ['approver', 'supervisor'] }];
  writeFileSync(file, JSON.stringify({ version: 1, approvals, passkeyFromKobo: FROM_KOBO }));
  stack = await deskStack({ PAYOUT_POLICY_FILE: file });
  maker = await loggedIn(stack.url, 'maker');
});
afterAll(async () => {
  await browser.stop();
  await stack?.stop();
});

/** A page of the approver, whose browser has a device in software. */
async function approversPage(): Promise<Page> {
  const { page } = await browser.open({ url: stack!.url });
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await logIn(page, 'approver');
  return page;
}

/** Makes a key on the device, and has these people enrol it. */
async function enrolled(page: Page, people: readonly string[]): Promise<string> {
  await page.getByRole('button', { name: 'Ada Approver' }).click();
  const [taken] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Make a key on my device' }).click(),
  ]);
  const made = enrolmentIn('device.json', readFileSync(await taken.path(), 'utf8'));
  const enrolment = { ...made, kid: nameOfPasskey(made.publicKey) };
  for (const person of people) {
    const { file, entry } = newKeyPair(person, ['supervisor']);
    addToRing(stack!.ringFile, entry);
    const signature = await signEnrolment(enrolment, signingKeyOf(file), 'default/test');
    addEnrolment(stack!.ringFile, enrolment, { ...signature, by: person });
  }
  return enrolment.kid;
}

/** A payout that waits for its approval; the approver opens it and agrees. */
async function agreesTo(page: Page, reference: string) {
  await maker.post('/api/payouts', payout(reference, FROM_KOBO));
  await until(
    () => maker.get(`/api/cases/payout/${reference}`),
    (body) => body.approvals?.length > 0,
  );
  return signs(page, reference);
}

/** The approver opens the form, and signs. */
async function signs(page: Page, reference: string) {
  await page.goto(`${stack!.url}/cases/payout/${reference}`);
  await page.getByRole('button', { name: APPROVE, exact: true }).first().click();
  const form = page.getByRole('dialog', { name: APPROVE });
  await form.getByRole('button', { name: 'Send' }).click();
  return form;
}

browserTest(
  'an approver of much money signs this one approval with a device that two others have enrolled, and it is paid',
  async () => {
    const page = await approversPage();
    await enrolled(page, ['enroller-1', 'enroller-2']);
    await agreesTo(page, 'DEVICE-1');
    await page.getByRole('log', { name: 'Receipts' }).getByText(APPROVE).first().waitFor();
    await until(
      () => maker.get('/api/cases/payout/DEVICE-1'),
      ({ stage }) => stage === 'SUCCESS',
    );
  },
);

browserTest('a device that one person has enrolled, or that was revoked, approves nothing', async () => {
  const page = await approversPage();
  const kid = await enrolled(page, ['enroller-3']);
  const form = await agreesTo(page, 'DEVICE-2');
  await form.getByText(/not enrolled by two other people/).waitFor();
  revokeDevice(stack!.ringFile, kid);
  expect(readRing(stack!.ringFile).passkeys?.find((one) => one.kid === kid)?.state).toBe('revoked');
  // A refused request stays refused: the form is opened anew.
  await (await signs(page, 'DEVICE-2')).getByText(/was revoked/).waitFor();
  expect((await maker.get('/api/cases/payout/DEVICE-2')).body).toMatchObject({
    ...{ stage: 'APPROVAL', approvals: [{ approvers: [] }] },
  });
});

browserTest('without a device the desk asks for one, and takes no signature that was captured', async () => {
  const captured: unknown[] = [];
  const page = await approversPage();
  await enrolled(page, ['enroller-4', 'enroller-5']);
  page.on('request', (request) => {
    const { passkey } = (request.postDataJSON() ?? {}) as { passkey?: unknown };
    if (passkey) captured.push(passkey);
  });
  await agreesTo(page, 'DEVICE-3');
  await page.getByRole('log', { name: 'Receipts' }).getByText(APPROVE).first().waitFor();
  const approver = await loggedIn(stack!.url, 'approver');
  await maker.post('/api/payouts', payout('DEVICE-4', FROM_KOBO));
  const { approvals } = await until(
    () => maker.get('/api/cases/payout/DEVICE-4'),
    (body) => body.approvals?.length > 0,
  );
  const agree = (passkey?: unknown) =>
    approver.post(
      '/api/cases/payout/DEVICE-4/commands/approve',
      { fields: { expectedDigest: approvals[0].digest }, ...(passkey !== undefined && { passkey }) },
      { 'idempotency-key': 'device-4' },
    );
  expect(await agree()).toMatchObject({ status: 401, body: { type: '/problems/passkey' } });
  expect((await agree(captured[0])).body.detail).toMatch(/for another act/);
});
