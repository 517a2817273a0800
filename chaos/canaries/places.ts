import type { Client } from '@temporalio/client';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Places } from './encodings';
import type { StackProcess } from './stack-process';
import { repliesUnauthenticated } from './unauthenticated';
import { toldByTemporal } from './told-by-temporal';

/** Everywhere that what a stack has worked on could lie, or be told to a caller who has shown no right to it. */
export const placesOf = async (stack: StackProcess, client: Client): Promise<Places> => ({
  ...onDisk(stack.folder),
  'logs of every program': [Buffer.from(stack.logged())],
  'arguments of every program': [Buffer.from(stack.argumentsOfPrograms())],
  ...(await toldByTemporal(client)),
  ...(await repliesUnauthenticated(stack, client)),
});

/** The stack keeps its databases among its temporary files. */
function onDisk(folder: string): Places {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const contentsOf = (isAmong: (file: string) => boolean) =>
    files
      .filter(isAmong)
      .map((file) => Buffer.concat([Buffer.from(`${file}\n`), contentOf(join(folder, file))]));
  const isTemporal = (file: string) => file.includes('temporal.db');
  const isRecords = (file: string) => file.startsWith('stack-records');
  return {
    "files of Temporal's database": contentsOf(isTemporal),
    'files of PostgreSQL': contentsOf(isRecords),
    'temporary files': contentsOf((file) => !isTemporal(file) && !isRecords(file)),
  };
}

/** Sockets and folders have none, and a file may go while it is read. */
function contentOf(path: string): Buffer {
  try {
    return statSync(path).isFile() ? readFileSync(path) : Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}
