import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { enrolmentIn, signEnrolment } from '../../src/authority/passkey-enrolment';
import { newKeyPair, signingKeyOf } from '../../src/authority/person-key';
import { addEnrolment, addToRing, revokeDevice } from '../../src/authority/key-ring';
import { payout } from '../support/desk/access/open-cases';
import { deskStack, loggedIn, type DeskStack } from '../support/desk/stack';
import type { Browser } from '../support/desk/browser';
import { startPayout, until } from '../support/desk/steps';
import { browserTest, hasBrowser, TestBrowser } from '../support/web/browser';
import { logIn } from '../support/web/person';

const APPROVE = 'Approve the payout';
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
  const enrolment = await enrolmentIn(await taken.path());
  for (const person of people) {
    const { file, entry } = newKeyPair(person, ['supervisor']);
    addToRing(stack!.ringFile, entry);
    const signature = await signEnrolment(enrolment, signingKeyOf(file), 'default/test');
    addEnrolment(stack!.ringFile, enrolment, { ...signature, by: person });
  }
  return enrolment.kid;
}

/** A payout that waits for its approval. @returns what is to be approved */
async function waiting(reference: string): Promise<string> {
  await startPayout(maker, payout(reference, FROM_KOBO));
  const { approvals } = await until(
    () => maker.get(`/api/cases/payout/${reference}`),
    (body) => body.approvals?.length > 0,
  );
  return approvals[0].digest;
}

/** The approver opens the form, and signs. */
async function signs(page: Page, reference: string) {
  await page.goto(`${stack!.url}/cases/payout/${reference}`);
  await page.getByRole('button', { name: APPROVE, exact: true }).first().click();
  const form = page.getByRole('dialog', { name: APPROVE });
  await form.getByRole('button', { name: /^Send/ }).click();
  return form;
}

browserTest(
  'an approver signs each approval of much money with an enrolled device; a captured signature, or a revoked device, approves nothing',
  async () => {
    const page = await approversPage();
    const captured: unknown[] = [];
    page.on('request', (request) => {
      const { passkey } = (request.postDataJSON() ?? {}) as { passkey?: unknown };
      if (passkey) captured.push(passkey);
    });
    const kid = await enrolled(page, ['enroller-1', 'enroller-2']);
    await waiting('DEVICE-1');
    await signs(page, 'DEVICE-1');
    await page.getByRole('log', { name: 'Receipts' }).getByText(APPROVE).first().waitFor();
    await until(
      () => maker.get('/api/cases/payout/DEVICE-1'),
      ({ stage }) => stage === 'SUCCESS',
    );

    const expectedDigest = await waiting('DEVICE-2');
    const approver = await loggedIn(stack!.url, 'approver');
    const agree = (more: object) =>
      approver.post(
        '/api/cases/payout/DEVICE-2/commands/approve',
        { fields: { expectedDigest }, ...more },
        { 'idempotency-key': 'device-2' },
      );
    expect(await agree({})).toMatchObject({ status: 401, body: { type: '/problems/passkey' } });
    expect((await agree({ passkey: captured[0] })).body.detail).toMatch(/for another act/);

    revokeDevice(stack!.ringFile, kid);
    await (await signs(page, 'DEVICE-2')).getByText(/was revoked/).waitFor();
    expect((await maker.get('/api/cases/payout/DEVICE-2')).body).toMatchObject({
      ...{ stage: 'APPROVAL', approvals: [{ approvers: [] }] },
    });
  },
);
