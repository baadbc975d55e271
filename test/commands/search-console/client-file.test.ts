import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readClientFile, redirectOf } from '../../../src/commands/search-console/client-file.ts';
import { deniedOf } from '../../../src/commands/search-console/words.ts';
import { UsageError } from '../../../src/commands/terminal.ts';
import { clientId, secrets } from '../../support/google-consent.ts';
import { temporaryHome } from '../../support/home.ts';
import { clientFile } from './support.ts';

const { clientSecret } = secrets;

function faultOf(does: () => unknown): UsageError {
  try {
    does();
  } catch (thrown) {
    if (thrown instanceof UsageError) return thrown;
  }
  throw new Error('A UsageError was expected.');
}

test('a desktop application may be sent back to any port, a web application where it is registered', () => {
  const home = temporaryHome();
  expect(readClientFile(clientFile(home))).toEqual({ clientId, clientSecret, redirectUris: undefined });
  const redirect_uris = ['https://example.com/back', 'http://example.com:8085/', 'http://127.0.0.1:8085/a', 'http://localhost:8086', 7];
  const web = readClientFile(clientFile(home, 'web', { redirect_uris }));
  expect(redirectOf(web, 0)).toBe('http://127.0.0.1:8085/a');
  expect(redirectOf(web, 8086)).toBe('http://localhost:8086');
  expect(faultOf(() => redirectOf(web, 8087)).message).toContain('may not send back to port 8087 of this machine');
  const elsewhere = readClientFile(clientFile(home, 'web', { redirect_uris: 'http://127.0.0.1:8085' }));
  expect(faultOf(() => redirectOf(elsewhere, 0)).hint).toMatch(/Desktop app.*authorised redirect URIs/);
});

test.each([
  ['no JSON', `not JSON ${clientSecret}`, 'is not the JSON of an OAuth client'],
  ['null', 'null', 'is not the JSON of an OAuth client'],
  ['a list', `["${clientSecret}"]`, 'is not the JSON of an OAuth client'],
  ['no id', JSON.stringify({ installed: { client_secret: clientSecret } }), 'is not the JSON of an OAuth client'],
  ['no secret', JSON.stringify({ installed: { client_id: 'id', client_secret: ' ' } }), 'is not the JSON of an OAuth client'],
  ['a kind that is no object', JSON.stringify({ installed: clientSecret }), 'is not the JSON of an OAuth client'],
  ['a secret that is too long', JSON.stringify({ web: { client_id: 'id', client_secret: clientSecret.repeat(100) } }), 'is not the JSON'],
  ['a service account', JSON.stringify({ type: 'service_account', private_key: clientSecret }), 'is the key of a service account'],
])('a file with %s is refused, and nothing of it is shown', (_, content, message) => {
  const path = join(temporaryHome(), 'file.json');
  writeFileSync(path, content);
  const fault = faultOf(() => readClientFile(path));
  expect(fault.message).toContain(message);
  expect(`${fault.message} ${fault.hint}`).not.toContain(clientSecret);
});

test.each([
  ['admin_policy_enforced', 'Google answered admin_policy_enforced: the Google Workspace of that account forbids it.', 'administrator'],
  ['server_error', 'Google answered server_error: it failed.', 'later'],
  ['strange_new_error', 'Google answered strange_new_error.', 'OAuth client'],
  ['__proto__', 'Google answered __proto__.', 'OAuth client'],
  ['Words of any kind', 'Google answered an error that has no name.', 'OAuth client'],
])('the error %j is told with what helps', (error, message, hint) => {
  expect(deniedOf(error)).toMatchObject({ code: 'provider_refused', message, hint: expect.stringContaining(hint) });
});
