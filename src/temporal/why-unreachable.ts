import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { NativeConnectionOptions } from '@temporalio/worker';

const LOOK_MS = 2_000;
const SILENT = 'no answer';

/** The options of a connection that could not be made. */
type Tried = Pick<NativeConnectionOptions, 'tls'> & { readonly address: string };

/** Why no connection comes about, with a remedy, as sentences. The SDK says only that its deadline has passed. */
export async function whyUnreachable({ address, tls }: Tried): Promise<string> {
  const [, host = address, port = '7233'] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(address) ?? [];
  const place = { host, port: Number(port) };
  const ofTcp = await faultOf(connect(place), 'connect');
  if (ofTcp !== undefined) return `Nothing answers there (${ofTcp}): start it, or set TEMPORAL_ADDRESS.`;
  const { serverNameOverride, serverRootCACertificate } = typeof tls === 'object' && tls ? tls : {};
  const options = {
    ...{ ...place, ALPNProtocols: ['h2'] },
    servername: serverNameOverride ?? (isIP(host) === 0 ? host : ''),
    ...(serverRootCACertificate && { ca: Buffer.from(serverRootCACertificate) }),
  };
  const ofTls = await faultOf(connectTls(options), 'secureConnect');
  const speaksTls = ofTls === undefined || /CERT|SELF_SIGNED|ISSUER|ALTNAME|SIGNATURE|ALERT/.test(ofTls);
  if (tls && ofTls !== undefined && ofTls !== SILENT)
    return speaksTls
      ? `Its certificate is not accepted (${ofTls}): look at TEMPORAL_TLS_SERVER_CA_CERT_PATH and TEMPORAL_TLS_SERVER_NAME.`
      : `It does not speak TLS (${ofTls}): take TEMPORAL_TLS away, or set TEMPORAL_ADDRESS.`;
  if (!tls && speaksTls) return 'It speaks TLS, and this program does not: set TEMPORAL_TLS=true.';
  return `It takes connections and does not answer in time: it, or this machine, may be overloaded${tls ? ', or it needs TEMPORAL_TLS_SERVER_CA_CERT_PATH (an authority of your own) or TEMPORAL_TLS_CLIENT_CERT_PATH' : ''}.`;
}

/** The code of the error that keeps a socket from an event; `undefined` once the event has come. */
async function faultOf(socket: Socket, event: string): Promise<string | undefined> {
  try {
    await once(socket, event, { signal: AbortSignal.timeout(LOOK_MS) });
    return undefined;
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return name === 'AbortError' ? SILENT : (code ?? name);
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}
