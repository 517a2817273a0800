import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cachedTemporal, fakeTemporal, Project } from '../support/scripts/project';

const where = ['--needs', 'temporal', 'where'];
let project: Project;

beforeEach(() => (project = new Project()));
afterEach(() => {
  project.remove();
});

async function answering(listener: RequestListener, run: () => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  project.useFetch(`return real('http://127.0.0.1:${String(port)}' + new URL(url).pathname, init)`);
  await run().finally(() => {
    server.closeAllConnections();
    server.close();
  });
}

function archiveOf(content: string): Buffer {
  project.put('release/temporal', content, 0o755);
  execFileSync('tar', ['-czf', project.path('release.tar.gz'), '-C', project.path('release'), 'temporal']);
  return readFileSync(project.path('release.tar.gz'));
}

test('the official archive is unpacked, checked and kept', async () => {
  project.expectTemporal(fakeTemporal());
  project.env['PATH'] = `${project.path('path')}:/usr/bin:/bin`;
  const archive = archiveOf(fakeTemporal());
  const asked: string[] = [];
  await answering(
    (request, response) => {
      asked.push(request.url ?? '');
      response.end(archive);
    },
    async () => {
      expect((await project.run(where)).code).toBe(0);
    },
  );
  expect(asked).toEqual([
    expect.stringMatching(/^\/temporalio\/cli\/releases\/download\/v1\.9\.1\/temporal_cli_1\.9\.1_/),
  ]);
  expect(readFileSync(project.path(cachedTemporal), 'utf8')).toBe(fakeTemporal());
});

test('a refusal is reported with its status', async () => {
  await answering(
    (_request, response) => response.writeHead(404).end(),
    async () => {
      expect((await project.run(where)).stderr).toMatch(/- official download: github\.com answered 404\n/);
    },
  );
});

test('a connection that is cut in the middle is reported, and nothing is kept', async () => {
  await answering(
    (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half');
      setTimeout(() => response.destroy(), 50);
    },
    async () => {
      expect((await project.run(where)).stderr).toMatch(/- official download: github\.com cannot be reached/);
    },
  );
});

test('a server that never answers is given up', async () => {
  await answering(
    () => undefined,
    async () => {
      expect((await project.run(where)).stderr).toMatch(/github\.com did not answer within 5 s/);
    },
  );
});
