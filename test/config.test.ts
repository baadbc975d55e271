import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { temporaryHome } from './support/home.ts';

describe('configuration', () => {
  test('flags come before the environment, and that before the defaults', () => {
    const environment = { COPYDESK_PORT: '5000', COPYDESK_LOG_LEVEL: 'error' };
    expect(readConfig({ port: 6000 }, environment)).toMatchObject({ port: 6000, logLevel: 'error', host: '127.0.0.1' });
  });

  test('a variable may be kept in a file', () => {
    const file = join(temporaryHome(), 'site');
    writeFileSync(file, 'https://example.com/\n');
    expect(readConfig({}, { COPYDESK_SITE_URL_FILE: file }).siteUrl).toBe('https://example.com/');
    expect(() => readConfig({}, { COPYDESK_SITE_URL_FILE: `${file}.not` })).toThrow('COPYDESK_SITE_URL_FILE: the file cannot be read.');
  });

  test.each([
    ['COPYDESK_PORT', '70000'],
    ['COPYDESK_PORT', 'many'],
    ['COPYDESK_PUBLIC_URL', 'foo'],
    ['COPYDESK_SITE_URL', 'https://ann:secret@site.example/'],
    ['COPYDESK_LOG_LEVEL', 'loud'],
    ['COPYDESK_READ_ONLY', 'perhaps'],
    ['COPYDESK_HOME', ' '],
  ])('%s refuses %j by name', (variable, text) => {
    expect(() => readConfig({}, { [variable]: text })).toThrow(`${variable}: `);
  });

  test.each([
    ['COPYDESK_PORT', '0 to 65535'],
    ['COPYDESK_ROTATION_WINDOW_SECONDS', '0 to 604800'],
    ['COPYDESK_DELIVERY_CONCURRENCY', '1 to 1024'],
    ['COPYDESK_RECEIVER_CONCURRENCY', '1 to 256'],
    ['COPYDESK_MAX_ATTEMPTS', '1 to 20'],
    ['COPYDESK_RETENTION_DAYS', '1 to 3650'],
    ['COPYDESK_FAILED_RETENTION_DAYS', '1 to 3650'],
  ])('%s takes whole numbers from %s, in digits', (variable, range) => {
    for (const text of ['-1', '604801', '0x5', '1e1', '1.5', 'many'])
      expect(() => readConfig({}, { [variable]: text })).toThrow(`${variable}: expected a whole number from ${range}, not '${text}'.`);
    expect(() => readConfig({}, { [variable]: ` ${range.split(' ')[0]} ` })).not.toThrow();
  });

  test.each([
    [{ MONTHLY_CALL_CAP: '0' }, { monthlyCallCap: 0 }],
    [
      { MONTHLY_CALL_CAP: '250', MONTHLY_COST_CAP: '2.5', CALL_PRICE: '0.001' },
      { monthlyCallCap: 250, monthlyCostCap: 2.5, callPrice: 0.001 },
    ],
  ])('caps and prices of a provider are read from %j', (given, caps) => {
    const variables = Object.entries(given).map(([name, value]) => [`COPYDESK_SERPER_${name}`, value] as const);
    const { providers } = readConfig({}, { COPYDESK_SERPER_API_KEY: 'key', ...Object.fromEntries(variables) });
    expect(providers).toEqual({ serper: { apiKey: 'key', ...caps } });
  });

  test.each([
    ['COPYDESK_SERPER_MONTHLY_CALL_CAP', '0.5', 'COPYDESK_SERPER_MONTHLY_CALL_CAP'],
    ['COPYDESK_SERPER_MONTHLY_CALL_CAP', '-1', 'COPYDESK_SERPER_MONTHLY_CALL_CAP'],
    ['COPYDESK_SERPER_MONTHLY_CALL_CAP', 'many', 'COPYDESK_SERPER_MONTHLY_CALL_CAP'],
    ['COPYDESK_SERPER_MONTHLY_COST_CAP', '5', 'COPYDESK_SERPER_CALL_PRICE'],
  ])('%s as %j is refused, naming %s', (variable, text, named) => {
    expect(() => readConfig({}, { COPYDESK_SERPER_API_KEY: 'key', [variable]: text })).toThrow(named);
  });

  test('what code passes is checked like what the environment says', () => {
    expect(() => readConfig({ publicUrl: 'foo' }, {})).toThrow('publicUrl: expected an http or https URL.');
    expect(() => readConfig({ home: '' }, {})).toThrow('home: ');
    expect(() => readConfig({ logLevel: 'loud' as 'info' }, {})).toThrow('logLevel: expected one of fatal, error');
  });

  test('anything but loopback is production', () => {
    expect(readConfig({ host: '0.0.0.0' }, {}).production).toBe(true);
    expect(readConfig({ host: '127.0.0.1' }, {}).production).toBe(false);
    expect(readConfig({}, { NODE_ENV: 'production' }).production).toBe(true);
  });
});
