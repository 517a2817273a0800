// A program that works for loan officers: it logs in with a token, lists what needs a person, and accepts an offer.
//   DESK_URL=… TOKEN_URL=… CLIENT_ID=… CLIENT_SECRET=… node examples/officer-app/officer-app.mjs [accept LOAN]
import { randomUUID } from 'node:crypto';

const SIZE = 200;
const { DESK_URL, TOKEN_URL, CLIENT_ID, CLIENT_SECRET } = process.env;

/** An access token of the login provider, for this program. */
async function token() {
  const basic = Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64');
  const reply = await fetch(TOKEN_URL, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: DESK_URL }),
  });
  if (!reply.ok) throw new Error(`The login provider gives no token (${reply.status}).`);
  return (await reply.json()).access_token;
}

const authorization = `Bearer ${await token()}`;

/** One call of the desk. A write has an id of its own: where no answer comes, the same request is sent once more. */
async function call(method, path, body) {
  const key = randomUUID();
  const request = {
    method,
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
    ...(body && { body: JSON.stringify(body) }),
  };
  const reply = await fetch(`${DESK_URL}${path}`, request).catch(() => fetch(`${DESK_URL}${path}`, request));
  const answer = await reply.json();
  if (!reply.ok) throw new Error(`${answer.title}: ${answer.detail}`);
  return answer;
}

/** Every case that needs a person, also where others change meanwhile: in the order of their changes. */
async function list() {
  for (let from = 'changedSince=2000-01-01T00:00:00Z', isLast = false; !isLast;) {
    const { rows, next } = await call('GET', `/api/cases?tab=person&size=${SIZE}&${from}`);
    for (const { kind, reference, stageTitle, waiting, attention } of rows)
      console.log(`${kind} ${reference}: ${stageTitle}. ${attention?.cause ?? waiting?.about ?? ''}`);
    from = `cursor=${next}`;
    isLast = rows.length < SIZE;
  }
}

async function accept(reference) {
  const path = `/api/cases/loan/${encodeURIComponent(reference)}/commands/acceptOffer`;
  const { stage, acceptedAt } = await call('POST', path, { expectedStage: 'OFFER' });
  console.log(`The offer of ${reference} is accepted (${stage}, ${acceptedAt}).`);
}

const [what, reference] = process.argv.slice(2);
await (what === 'accept' ? accept(reference) : list());
