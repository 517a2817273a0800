import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Urgency } from 'fixed-window-limiter';

/** The conditions under which a call must not be sent, or not be awaited any longer. */
export interface CallLimits {
  readonly signal?: AbortSignal;
  /** On the clock of `performance.now()`. */
  readonly deadlineMs?: number;
  /** The share of the rate limiter's window that the call may draw on; `urgent` by default. */
  readonly urgency?: Urgency;
  /** Asked right before the first byte is sent; without it, the call may be sent. */
  readonly mayBegin?: () => boolean;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** `undefined` when the body was over the size limit. */
  readonly body?: string;
}

/** A request that got no reply. `written` tells whether any of it may have reached the bank. */
export class NoReplyError extends Error {
  constructor(
    readonly written: boolean,
    /** The cause, without values: an error code or a plain word. */
    readonly what: string,
    /** Whether the bank, and not the caller, made the request fail. */
    readonly isOutage: boolean,
  ) {
    super(what);
  }
}

/** Sends one request, once, and collects its reply. @throws NoReplyError */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  maxReplyBytes: number,
  limits: CallLimits,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const reading = new Reading(resolve, reject, maxReplyBytes, limits);
    if (reading.isOver()) reading.giveUp();
    else dispatcher.dispatch(request, reading.watchingLimits());
  });
}

/** Handles one request: decides at the last moment whether to send it, and collects the reply. */
class Reading implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private dispatched = false;
  private written = false;
  private status = 0;
  private headers: IncomingHttpHeaders = {};
  private readonly chunks: Buffer[] = [];
  private bytes = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly resolve: (reply: Reply) => void,
    private readonly reject: (error: NoReplyError) => void,
    private readonly maxReplyBytes: number,
    private readonly limits: CallLimits,
  ) {}

  isOver(): boolean {
    const { signal, deadlineMs = Infinity } = this.limits;
    return Boolean(signal?.aborted) || performance.now() >= deadlineMs;
  }

  watchingLimits(): this {
    const { signal, deadlineMs = Infinity } = this.limits;
    signal?.addEventListener('abort', this.giveUp, { once: true });
    const remainingMs = deadlineMs - performance.now();
    if (remainingMs < LONGEST_TIMER_MS) this.timer = setTimeout(this.giveUp, remainingMs);
    this.dispatched = true;
    return this;
  }

  readonly giveUp = () => {
    const isCancelled = Boolean(this.limits.signal?.aborted);
    this.stop(isCancelled ? 'cancelled' : 'out of time', this.dispatched && !isCancelled);
  };

  /** Runs on an open connection, right before the first byte: a process that was paused stops here. */
  onRequestStart(controller: Dispatcher.DispatchController) {
    this.controller = controller;
    if (this.isOver()) this.giveUp();
    else if (this.limits.mayBegin?.() === false) this.stop('another worker calls the bank', false);
    else this.written = true;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders) {
    this.status = status;
    this.headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer) {
    this.bytes += chunk.length;
    if (this.bytes <= this.mostBytes) this.chunks.push(chunk);
    else {
      this.deliver({});
      controller.abort(new Error('the reply is over the size limit'));
    }
  }

  onResponseEnd() {
    this.deliver({ body: Buffer.concat(this.chunks).toString('utf8') });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error & { code?: string }) {
    this.fail(error.code ?? error.name, true);
  }

  private stop(what: string, isOutage: boolean) {
    this.fail(what, isOutage);
    this.controller?.abort(new Error(what));
  }

  private get mostBytes(): number {
    return this.status >= 400 ? Math.min(FAILURE_MAX_BYTES, this.maxReplyBytes) : this.maxReplyBytes;
  }

  private deliver(body: Pick<Reply, 'body'>) {
    this.stopWatching();
    this.resolve({ status: this.status, headers: this.headers, ...body });
  }

  private fail(what: string, isOutage: boolean) {
    this.stopWatching();
    this.reject(new NoReplyError(this.written, what, isOutage));
  }

  private stopWatching() {
    clearTimeout(this.timer);
    this.limits.signal?.removeEventListener('abort', this.giveUp);
  }
}

/** A refusal is short; of a longer one only the status is read. */
const FAILURE_MAX_BYTES = 64 * 1024;

/** Node fires longer timers at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
