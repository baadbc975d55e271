import { expect, test } from 'vitest';
import { locationCode } from '../../src/providers/locations.ts';
import { labsMarket } from '../../src/providers/keyword-data/markets.ts';

test.each([
  ['US', 2840],
  ['de', 2276],
  ['GB', 2826],
  ['FR', 2250],
  ['AF', 2004],
  ['AZ', 2031],
  ['BF', 2854],
  ['CH', 2756],
  ['CI', 2384],
  ['HK', 2344],
  ['KR', 2410],
  ['MK', 2807],
  ['RS', 2688],
  ['TL', 2626],
  ['TW', 2158],
  ['ZA', 2710],
])('%s is at %i: its number of ISO 3166-1 and 2000', (country, code) => {
  expect(locationCode(country)).toBe(code);
});

test.each(['', 'UK', 'EU', 'XX', 'USA', 'KP', '84'])('%j has no code', (country) => {
  expect(locationCode(country)).toBeUndefined();
});

test('each country has a number of its own', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((one) => letters.map((other) => locationCode(one + other))).filter((code) => code !== undefined);
  expect([codes.length, new Set(codes).size]).toEqual([183, 183]);
  expect(codes.every((code) => code > 2000 && code < 3000)).toBe(true);
});

test('every country that DataForSEO Labs knows has a code, and every language of it is found', () => {
  const markets = [
    'AE ar',
    'BE nl',
    'BE fr',
    'BE de',
    'CA fr',
    'CH it',
    'HK zh',
    'IL he',
    'LK en',
    'PH tl',
    'UA ru',
    'US es',
    'VN vi',
    'ZA en',
  ];
  for (const market of markets) {
    const [country = '', language = ''] = market.split(' ');
    expect(labsMarket({ country, language }), market).toMatchObject({ location_code: locationCode(country) });
  }
});
