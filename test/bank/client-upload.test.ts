import { mkdtemp, open, rm } from 'node:fs/promises';
import { openAsBlob } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixture } from '../support/bank/client-fixture';

const { against } = fixture();
const NINE_MB = 9 * 1024 * 1024;
const uploaded = {
  filename: 'f',
  file_url: 'https://files.example/f',
  file_tag: 'ID_CARD_DOCS',
  uploaded: true,
};

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'upload-'))));
afterAll(() => rm(folder, { recursive: true }));

async function bigFile(): Promise<string> {
  const path = join(folder, 'big.pdf');
  const file = await open(path, 'w');
  await file.truncate(NINE_MB);
  await file.close();
  return path;
}

test('a file of 9 MB goes out as a multipart form with its length, streamed from disk', async () => {
  const form = { type: '', length: 0, bytes: 0, head: '', sha256: createHash('sha256') };
  const { client } = await against((request, response) => {
    form.type = String(request.headers['content-type']);
    form.length = Number(request.headers['content-length']);
    request.on('data', (chunk: Buffer) => {
      if (form.bytes === 0) form.head = String(chunk);
      form.bytes += chunk.length;
    });
    request.on('end', () => response.end(JSON.stringify({ status: 'success', message: '', data: uploaded })));
  });
  const blob = await openAsBlob(await bigFile(), { type: 'application/pdf' });
  const loadings = (['arrayBuffer', 'text'] as const).map((method) => jest.spyOn(blob, method));
  const file = { filename: 'id_card_docs.pdf', blob };
  const result = await client.uploadLoanDocument({ applicationId: 'a-1', file_tag: 'ID_CARD_DOCS', file });
  expect(result).toEqual(uploaded);
  expect(form.type).toMatch(/^multipart\/form-data; boundary=/);
  expect(form.bytes).toBe(form.length);
  expect(form.bytes).toBeGreaterThan(NINE_MB);
  expect(form.head).toMatch(/name="file_tag"\r\n\r\nID_CARD_DOCS\r\n/);
  expect(form.head).toMatch(/name="file"; filename="id_card_docs.pdf"\r\nContent-Type: application\/pdf/i);
  for (const loading of loadings) expect(loading).not.toHaveBeenCalled();
});
