import { test } from 'vitest';
import { head, say, startBadReceiver, startTlsReceiver, type Behaviour } from '../support/bad-receivers.ts';
import { certify, type Identity } from '../support/certificates.ts';
import { dialWith, expectOutcomes } from '../support/outcomes.ts';

const { trusted, unknown, outdated } = certify('secure.test');

test('nothing is sent to a receiver that cannot prove who it is', async () => {
  const at = async (identity: Identity, host: string) => `https://${host}:${(await startTlsReceiver(identity)).port}/`;
  const tls = await startTlsReceiver(trusted);
  const speaking = async (behave: Behaviour) => (await startBadReceiver(behave)).url.replace('http:', 'https:');
  await expectOutcomes(
    [
      { does: 'has a good certificate', url: await at(trusted, 'secure.test'), errorClass: null },
      { does: 'has signed its own', url: await at(unknown, 'secure.test'), errorClass: 'tls' },
      { does: 'has one that has expired', url: await at(outdated, 'secure.test'), errorClass: 'tls' },
      { does: 'has one of another name', url: await at(trusted, 'other.test'), errorClass: 'tls' },
      { does: 'has one of a name and is dialled by address', url: await at(trusted, '127.0.0.1'), errorClass: 'tls' },
      { does: 'speaks plain HTTP', url: await speaking(say(head('HTTP/1.1 400 Bad Request'))), errorClass: 'tls' },
      { does: 'speaks nonsense', url: await speaking(say('nonsense')), errorClass: 'tls' },
      { does: 'ends the handshake with an alert', url: await speaking(say('\x15\x03\x03\0\x02\x02\x28')), errorClass: 'tls' },
      { does: 'closes amid the handshake', url: await speaking(say('')), errorClass: 'reset' },
      { does: 'resets amid the handshake', url: await speaking((socket) => socket.resetAndDestroy()), errorClass: 'reset' },
      { does: 'speaks TLS where plain HTTP is expected', url: `http://secure.test:${tls.port}/`, errorClass: 'reset' },
    ],
    dialWith(async () => ['127.0.0.1']),
  );
});
