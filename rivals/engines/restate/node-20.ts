/** The SDK calls a function that Node has from version 22 on; the project also runs on Node 20. */
interface Deferred {
  promise?: Promise<unknown>;
  resolve?: (value: unknown) => void;
  reject?: (reason?: unknown) => void;
}

const constructor = Promise as unknown as { withResolvers?: () => Deferred };

constructor.withResolvers ??= () => {
  const deferred: Deferred = {};
  deferred.promise = new Promise((resolve, reject) => Object.assign(deferred, { resolve, reject }));
  return deferred;
};

export {};
