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

const german = 'Der Kaffee wird zuerst gemahlen und dann mit heißem Wasser langsam aufgegossen. ';
const english = 'The pump draws water from the tank and pushes it through the ground coffee. ';

test('the whole text counts, not its beginning', async () => {
  expect(await detectLanguage(english.repeat(50) + german.repeat(400))).toBe('de');
});

test('the expected language decides where two fit about equally, and not where one fits clearly', async () => {
  const close = 'Vi henter bilen i byen og kommer hjem.';
  expect(await detectLanguage(close)).toBe('da');
  expect(await detectLanguage(close, 'no')).toBe('no');
  expect(await detectLanguage(german, 'en')).toBe('de');
});

// Of Debian's manuals; the detector before this one took the first for Tagalog, and others for Esperanto, Afrikaans, Hungarian or Klingon.
test.each([
  ['de', 'Listen-Anweisungen implementieren keine virtuellen Hosts.'],
  ['fr', 'Les paquets sources contiennent les fichiers nécessaires à la construction.'],
  ['es', 'El servidor escucha en el puerto indicado de todas las direcciones.'],
  ['pt', 'O servidor precisa de ser informado sobre as portas que deve usar.'],
  ['tr', 'Sunucu başlatıldığında belirtilen port ve adreslere bağlanır.'],
  ['en', 'Windows-specific directives in the manual of the daemon are marked.'],
])('a short sentence in %s is told', async (language, text) => {
  expect(await detectLanguage(text)).toBe(language);
});
