import { Agent, buildConnector, FormData } from 'undici';
import { Socket } from 'node:net';
import { RateLimiter, type CallOutcome, type RateLimitPolicy } from 'fixed-window-limiter';
import { operationNamed, operationNames, type Contract, type OperationName } from './contract';
import type { Data, Input, Operation, Upload } from './contract/operation';
import { BankError, BankUnavailableError, RequestRefusedError, type FieldError } from './errors';
import { exchange, NoReplyError, type CallLimits, type Reply } from './exchange';
import { notAdmitted, outcomeOfFailure, outcomeOfReply } from './outages';
import { readReply, unanswered } from './reply';
import { KeyFileError, readSecretFile, WatchedKeyFile } from '../secrets/key-files';
import type { z } from 'zod';

export interface BankClientSettings {
  /** May have a path prefix; the rows' paths are appended to it. */
  readonly baseUrl: string;
  /** Sent as `x-service-key`. */
  readonly key: BankKey;
  /** Sent as `apikey`. */
  readonly apiKey: BankKey;
  /** Longest wait for a connection, for the reply to begin, and between two parts of it. */
  readonly timeoutMs: number;
  /** All clients with the same keys share one limiter. */
  readonly limiter?: RateLimiter;
}

/** The bank over HTTP, a method per operation. A call sends one request and throws errors of `errors.ts`. */
export type BankClient = {
  [Name in OperationName]: (
    input: Input<Contract[Name]>,
    limits?: CallLimits,
  ) => Promise<Data<Contract[Name]>>;
} & { close(): Promise<void> };

/** Interface, "Limits": the observed policy, in force until the headers of replies correct it. */
export const OBSERVED_POLICY: RateLimitPolicy = { limit: 100, windowMs: 900_000 };

/** Far above the size of a record, and of a page of a hundred entries. */
const RECORD_MAX_BYTES = 64 * 1024;
const LIST_MAX_BYTES = 512 * 1024;

/** The call that tries the bank in an outage before a write: it changes nothing and needs both keys. */
const HARMLESS: OperationName = 'listBanks';

/** @throws KeyFileError when a key file holds no key */
export function createBankClient(settings: BankClientSettings): BankClient {
  const connection = new Connection(settings);
  const methods = operationNames.map((name) => [
    name,
    (input: unknown, limits: CallLimits = {}) => connection.call(name, input, limits),
  ]);
  return { ...Object.fromEntries(methods), close: () => connection.close() } as BankClient;
}

/** The connection to one bank with one pair of keys. */
export class Connection {
  private readonly base: URL;
  private readonly agent: Agent;
  private readonly limiter: RateLimiter;
  private readonly key: () => string;
  private readonly apiKey: () => string;

  constructor(settings: BankClientSettings) {
    const { baseUrl, timeoutMs, limiter = new RateLimiter({ policy: OBSERVED_POLICY }) } = settings;
    this.key = keySource(settings.key);
    this.apiKey = keySource(settings.apiKey);
    this.base = new URL(baseUrl);
    this.limiter = limiter;
    this.agent = new Agent({
      connect: connectorOf(timeoutMs),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
  }

  async call(name: OperationName, input: unknown, limits: CallLimits): Promise<unknown> {
    try {
      await this.tryBefore(name, limits);
      const reply = await this.ask(name, input, limits);
      return readReply(name, input, reply, this.limiter.waitMs(limits.urgency));
    } catch (error) {
      const failure = error instanceof NoReplyError ? failureOf(name, error) : error;
      if (failure instanceof BankError) failure.nextAttemptInMs ??= this.limiter.breaker.afterFailureMs;
      throw failure;
    }
  }

  /**
   * Returns the raw reply, whatever its status, for the probe.
   * @throws NoReplyError, RateLimitedError by our own count, RequestRefusedError when the row refuses it
   */
  async ask(name: OperationName, input: unknown, limits: CallLimits = {}): Promise<Reply> {
    const request = encodeRequest(name, input);
    const admission = this.limiter.admit(limits.urgency, name);
    if (!admission.admitted) throw notAdmitted(name, admission);
    // The limiter must hear of every outcome, or a window's first request is awaited forever.
    let outcome: CallOutcome = { came: 'no reply' };
    try {
      const reply = await this.send(request, limits, operationNamed(name).isLong);
      outcome = outcomeOfReply(reply);
      return reply;
    } catch (error) {
      if (error instanceof NoReplyError) outcome = outcomeOfFailure(error);
      throw error;
    } finally {
      this.limiter.complete(admission.permit, outcome);
    }
  }

  /** Ends at once and aborts the requests under way. */
  close(): Promise<void> {
    return this.agent.destroy();
  }

  /** In an outage a read tries the bank before a write, whose outcome might stay unknown. */
  private async tryBefore(name: OperationName, limits: CallLimits): Promise<void> {
    if (!this.isDown() || operationNamed(name).effect === 'none') return;
    await this.ask(HARMLESS, {}, limits).catch(() => undefined);
    // A read without an answer may have used up the pause; the attempt then due must not be the write.
    if (this.isDown()) throw notAdmitted(name, this.limiter.breaker.refusal());
  }

  private isDown(): boolean {
    return this.limiter.breaker.outage !== undefined;
  }

  private send(
    { method, target, body }: ReturnType<typeof encodeRequest>,
    limits: CallLimits,
    isLong = false,
  ): Promise<Reply> {
    const headers = {
      accept: 'application/json',
      'x-service-key': this.key(),
      apikey: this.apiKey(),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    };
    const path = this.base.pathname.replace(/\/$/, '') + target;
    const request = { origin: this.base.origin, path, method, headers, body };
    return exchange(this.agent, request, isLong ? LIST_MAX_BYTES : RECORD_MAX_BYTES, {
      ...limits,
      mayBegin: this.limiter.mayCall,
    });
  }
}

const failureOf = (name: OperationName, { written, what }: NoReplyError) =>
  written
    ? unanswered(name, `no reply (${what})`)
    : new BankUnavailableError(name, `nothing was sent (${what})`);

/** The bytes given to the HTTP parser at a time: it parses all of them, even past the limit on headers. */
const PART_BYTES = 8 * 1024;

/** Opens connections that read replies in small parts, so that endless headers are given up early. */
function connectorOf(timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs });
  return (options, callback) => {
    connect(options, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error) {
        callback(error, null);
        return;
      }
      const read = (bytes?: number): unknown => Socket.prototype.read.call(socket, bytes);
      socket.read = (bytes = Math.min(PART_BYTES, socket.readableLength)) =>
        // Data that arrived before the connection was given up is not parsed.
        socket.destroyed ? null : read(bytes === 0 ? undefined : bytes);
      callback(null, socket);
    });
  };
}

/** One of the bank's two keys: the key itself, or the file that holds it. */
export type BankKey = string | { readonly file: string };

const KEY = /^[\x21-\x7e]+$/;

/**
 * Gives the key for each request. A changed file is read anew, so a new key counts from the next request;
 * while the file holds no key (it is being written), the previous key stays in use.
 * @throws KeyFileError when the file holds no key at the beginning, or others can read it
 */
export function keySource(key: BankKey): () => string {
  if (typeof key === 'string') return () => key;
  const file = new WatchedKeyFile(key.file, keyIn);
  return () => file.current();
}

function keyIn(path: string): string {
  const text = readSecretFile(path).trim();
  if (!KEY.test(text)) throw new KeyFileError(path, ['it must hold one key: a word of plain characters']);
  return text;
}

type Fields = Record<string, unknown>;

/**
 * Checks an input against its row and encodes it as a request, without the base address.
 * @throws RequestRefusedError with status 400, naming the fields, when the contract does not allow the input.
 */
function encodeRequest(name: OperationName, input: unknown) {
  const row = operationNamed(name);
  const { params, query, body, file } = parseInput(name, row, input ?? {});
  const target = fillPath(name, row.path, params) + toQuery(query);
  const form = row.file && toForm(body, file['file'] as Upload);
  return { method: row.method, target, body: form ?? (row.body ? JSON.stringify(body) : null) };
}

function parseInput(name: OperationName, row: Operation, input: unknown) {
  const complaints: FieldError[] = [];
  const parse = (schema?: z.ZodType): Fields => {
    const parsed = schema?.safeParse(input);
    const issues = parsed?.error?.issues ?? [];
    complaints.push(...issues.map(({ message, path }) => ({ msg: message, param: path.join('.') })));
    return (parsed?.data ?? {}) as Fields;
  };
  const parts = {
    params: parse(row.params),
    query: parse(row.query),
    body: parse(row.body),
    file: parse(row.file),
  };
  if (complaints.length > 0) throw refused(name, complaints);
  return parts;
}

function refused(name: OperationName, fields: readonly FieldError[]) {
  const names = [...new Set(fields.map(({ param }) => param || 'the input'))].join(', ');
  return new RequestRefusedError(name, 400, `not sent, the contract does not allow ${names}`, fields);
}

function fillPath(name: OperationName, path: string, params: Fields): string {
  return path.replace(/\{(\w+)\}/g, (_, param: string) => {
    const value = String(params[param]);
    // Dots survive URL encoding, and a proxy would resolve them to another path.
    if (/^\.{1,2}$/.test(value)) throw refused(name, [{ msg: `${param} is not an identifier`, param }]);
    return encodeURIComponent(value);
  });
}

function toQuery(query: Fields): string {
  const given = new URLSearchParams();
  for (const [key, value] of Object.entries(query as Record<string, string | number | undefined>))
    if (value !== undefined) given.set(key, String(value));
  return given.size > 0 ? `?${given.toString()}` : '';
}

function toForm(fields: Fields, upload: Upload): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, String(value));
  form.append('file', upload.blob, upload.filename);
  return form;
}
