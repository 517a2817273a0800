// npm run desk-pictures: makes the pictures of docs/DESK.md anew, of a desk of fixtures.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { FakeDesk } from './fake-desk';

const folder = join(__dirname, '../../../docs/desk');
const VIEWPORT = { width: 1280, height: 900 };

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly scheme?: 'light' | 'dark';
  readonly before?: (page: Page) => Promise<void>;
}

const ROWS = `reference,amountKobo,bankCode,bankName,accountNumber,accountName,remark
SAL-001,8625000,902,Baobab Trust Bank,0123456701,CHIDI CHIOMA FASHOLA,Salary November
SAL-002,87x,903,Coral Microfinance Bank,0123456702,CHIDI EFE OKAFOR,Salary November
SAL-003,8875000,904,Dune Savings Bank,01234,CHIDI BASHIR ABUBAKAR,Salary November`;

const pictures: readonly Picture[] = [
  { name: 'queue', path: '/' },
  { name: 'case', path: '/cases/loan/LN-2026-0001' },
  { name: 'command', path: '/cases/loan/LN-2026-0001?do=declineOffer', scheme: 'dark' },
  { name: 'approval', path: '/approvals', before: (page) => page.keyboard.press('j') },
  {
    name: 'batch',
    path: '/batches/new',
    before: (page) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'salaries.csv', mimeType: 'text/csv', buffer: Buffer.from(ROWS) }),
  },
  { name: 'health', path: '/health', scheme: 'dark' },
];

async function main(): Promise<void> {
  const desk = new FakeDesk();
  await desk.start();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  mkdirSync(folder, { recursive: true });
  for (const { name, path, scheme = 'light', before } of pictures) {
    const context = await browser.newContext({
      viewport: VIEWPORT,
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(`${desk.url}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('load');
    await page.waitForTimeout(1_000);
    await before?.(page);
    await page.waitForTimeout(1_000);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await context.close();
  }
  await browser.close();
  await desk.stop();
}

void main();
