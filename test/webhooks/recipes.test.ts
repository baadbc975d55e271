import { symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Delivery } from '../../schema/deliveries.ts';
import { signatureHeader } from '../../src/webhooks/sign.ts';
import { addManual } from '../support/documents.ts';
import { temporaryHome } from '../support/home.ts';
import { isInstalled, recipes, startReceiverRecipe, type Received } from '../support/recipes.ts';
import { startSender, type Signed } from '../support/signed.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** What one desk sent before and after a rotation, and while its clock was slow or fast. */
interface Sent {
  secret: string;
  newSecret: string;
  signed: Signed;
  signedAnew: Signed;
  ageing: Signed;
  expired: Signed;
  early: Signed;
}

async function sendAll(): Promise<Sent> {
  let ahead = 0;
  const sender = await startSender({ now: () => Date.now() + ahead });
  const sendAt = (seconds: number) => {
    ahead = seconds * 1000;
    return sender.send();
  };
  const secret = await sender.secret();
  const [expired, ageing, signed] = [await sendAt(-301), await sendAt(-120), await sendAt(0)];
  const { secret: newSecret } = (await sender.app.desk.call('webhook_secret_rotate')) as { secret: string };
  return { secret, newSecret, expired, ageing, signed, signedAnew: await sendAt(0), early: await sendAt(3600) };
}

type Make = (sent: Sent) => Received;

const ours: [string, Make][] = [
  ['a delivery', ({ signed, secret }) => ({ ...signed, secrets: [secret] })],
  ['a delivery of some minutes ago', ({ ageing, secret }) => ({ ...ageing, secrets: [secret] })],
  ['the old secret during a rotation', ({ signed, secret, newSecret }) => ({ ...signed, secrets: [newSecret, secret] })],
  ['the new secret during a rotation', ({ signedAnew, secret, newSecret }) => ({ ...signedAnew, secrets: [newSecret, secret] })],
  ['the parts the other way round', withHeader((header) => header.split(',').toReversed().join())],
  ['a part of another scheme beside them', withHeader((header) => `${header},v2=abc`)],
  [
    'bytes that are no text, with line breaks at the end',
    ({ secret }) => {
      const body = Uint8Array.of(...Buffer.from('{"title":"'), 0xff, 0xc3, ...Buffer.from('"}\r\n\n'));
      return { header: signatureHeader(secret, body, Math.floor(Date.now() / 1000)), body, secrets: [secret] };
    },
  ],
];

const notOurs: [string, Make][] = [
  [
    'a changed body',
    ({ signed, secret }) => ({ ...signed, body: signed.body.replace('article.ready', 'article.Ready'), secrets: [secret] }),
  ],
  ['a body with a line break more', ({ signed, secret }) => ({ ...signed, body: `${signed.body}\n`, secrets: [secret] })],
  ['another secret', ({ signed }) => ({ ...signed, secrets: ['whsec_another'] })],
  ['the old secret once it is forgotten', ({ signed, newSecret }) => ({ ...signed, secrets: [newSecret] })],
  ['a delivery of 301 seconds ago', ({ expired, secret }) => ({ ...expired, secrets: [secret] })],
  ['a delivery of an hour ahead', ({ early, newSecret }) => ({ ...early, secrets: [newSecret] })],
  [
    'an old delivery with a fresh timestamp',
    ({ expired, signed, secret }) => ({ ...expired, header: mix(signed, expired), secrets: [secret] }),
  ],
  [
    'a signature under an empty secret',
    ({ signed: { body } }) => ({ header: signatureHeader('', body, Math.floor(Date.now() / 1000)), body, secrets: [] }),
  ],
  ['no header', withHeader(() => '')],
  ['no timestamp', withHeader((header) => header.split(',')[1]!)],
  ['no signature', withHeader((header) => header.split(',')[0]!)],
  ['an empty signature', withHeader((header) => header.replace(/v1=.*/, 'v1='))],
  ['half a signature', withHeader((header) => header.slice(0, -32))],
  ['an upper-case signature', withHeader((header) => header.replace(/[0-9a-f]{64}/, (hex) => hex.toUpperCase()))],
  ['another scheme', withHeader((header) => header.replace('v1=', 'v0='))],
  ['a timestamp that is no number', withHeader((header) => header.replace(/t=\d+/, 't=soon'))],
  ['a timestamp of a hundred digits', withHeader((header) => header.replace('t=', `t=${'9'.repeat(90)}`))],
  ['words', withHeader(() => 'not even = a, signature')],
  ['letters beyond ASCII', withHeader((header) => header.replace(/[0-9a-f]{64}/, 'é'.repeat(64)))],
];

function withHeader(change: (header: string) => string): Make {
  return ({ signed, secret }) => ({ ...signed, header: change(signed.header), secrets: [secret] });
}

/** The timestamp of one delivery with the signature of another. */
function mix(one: Signed, other: Signed): string {
  return `${one.header.split(',')[0]},${other.header.split(',')[1]}`;
}

/** Sent when the first recipe asks, and the same for all. */
let sent: Promise<Sent> | undefined;

// A first compilation in Go, of its own library too, takes a while.
describe.each(recipes)('the recipe in $language', { timeout: 60_000 }, ({ language, needs, prepare }) => {
  const missing = !isInstalled(needs);
  // The reporter counts what is skipped and does not say why.
  if (missing) process.stderr.write(`Skipped the recipe of docs/webhooks.md in ${language}: ${needs} is not on this machine.\n`);

  /** Which of these it takes for ours. */
  async function taken(deliveries: [string, Make][]): Promise<string[]> {
    const all = await (sent ??= sendAll());
    const accepts = prepare();
    const verdicts = await Promise.all(deliveries.map(async ([what, make]) => ((await accepts(make(all))) ? [what] : [])));
    return verdicts.flat();
  }

  test.skipIf(missing)('accepts what is ours', async () => {
    expect(await taken(ours)).toEqual(ours.map(([what]) => what));
  });

  test.skipIf(missing)('refuses what is not', async () => {
    expect(await taken(notOurs)).toEqual([]);
  });
});

test('the receiver of the docs takes what the desk sends, and a replay of it', async () => {
  const app = await createTestApp({ now: Date.now });
  const { secret } = (await app.desk.call('webhook_secret_get')) as { secret: string };
  await addManual(app.desk);
  await app.desk.call('articles_create', {
    keyword: 'connection pool',
    targetWordCount: 250,
    webhookUrl: await startReceiverRecipe([secret]),
  });
  await app.desk.runDue();
  const id = (await onlyDelivery(app)).id;
  expect(await onlyDelivery(app)).toMatchObject({ status: 'delivered', response: { status: 204 } });
  await app.desk.call('webhook_deliveries_retry', { id });
  await app.desk.runDue();
  expect(await onlyDelivery(app)).toMatchObject({ status: 'delivered', response: { status: 204 } });
});

async function onlyDelivery({ desk }: TestApp): Promise<Delivery> {
  return ((await desk.call('webhook_deliveries_list')) as { data: Delivery[] }).data[0]!;
}

test('the shell recipe accepts nothing where openssl fails', async () => {
  const folder = temporaryHome();
  symlinkSync('/bin/false', join(folder, 'openssl'));
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const shell = recipes.find(({ language }) => language === 'sh')!.prepare();
  const forged = (digest: string) => ({ header: `t=${Math.floor(Date.now() / 1000)},v1=${digest}`, body: '{}', secrets: ['whsec_test'] });
  expect(await Promise.all([shell(forged('')), shell(forged('0'.repeat(64)))])).toEqual([false, false]);
});
