import { InterceptingCall, Metadata, status, type Interceptor } from '@grpc/grpc-js';

/** A call that ends as it starts, since its connection is closed. */
const endedCall: ConstructorParameters<typeof InterceptingCall>[0] = {
  start(_metadata, listener) {
    listener?.onReceiveMessage?.(null);
    listener?.onReceiveStatus?.({
      code: status.CANCELLED,
      details: 'the connection is closed',
      metadata: new Metadata(),
    });
  },
  cancelWithStatus: () => undefined,
  getPeer: () => '',
  sendMessageWithContext: () => undefined,
  sendMessage: () => undefined,
  startRead: () => undefined,
  halfClose: () => undefined,
  getAuthContext: () => null,
};

/**
 * Ends calls that begin once their connection is closed. The SDK repeats a call from a bare timer: what is thrown there
 * ends the whole process, with a stack trace.
 */
export const endOnceClosed: Interceptor = (options, nextCall) => {
  try {
    return new InterceptingCall(nextCall(options));
  } catch {
    return new InterceptingCall(endedCall);
  }
};
