import { expect, test } from 'vitest';
import { detectLanguage } from '../../src/language/language.ts';

test.each([
  ['en', 'A pool spreads requests across several connections to the same host.'],
  ['de', 'Der Kaffee wird zuerst gemahlen und dann mit heißem Wasser aufgegossen.'],
  ['fr', 'Le café est d’abord moulu puis infusé dans de l’eau très chaude.'],
  ['uk', 'Спочатку каву мелють, а потім заливають гарячою водою.'],
  ['ja', 'コーヒーはまず挽いてから熱湯を注ぎます。とても美味しいです。'],
])('%s is detected', async (language, text) => {
  expect(await detectLanguage(text)).toBe(language);
});

test.each(['', 'undici', '🎉🎉🎉', '12 34 56 78', 'https://example.com/a/b/c'])('nothing is guessed from %j', async (text) => {
  expect(await detectLanguage(text)).toBe('und');
});
