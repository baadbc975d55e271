import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { indexTerms } from '../../src/language/index-terms.ts';
import { bm25, soughtWords } from '../../src/language/retrieval.ts';
import { terms as termsOf } from '../../src/language/tokens.ts';
import { openTermIndex } from '../db/full-text.ts';

const termIndex = openTermIndex();
const texts: string[] = [];

/** Adds a text to the index and returns it. */
function indexed(text: string, language: string): string {
  texts.push(text);
  termIndex.put(texts.length, indexTerms(text, language));
  return text;
}

function find(query: string, language = 'en', languages: string[] = []): string[] {
  const terms = soughtWords(query, language, languages).words.flatMap((word) => word.terms);
  return termIndex.find(terms).map((number) => texts[number - 1]!);
}

afterAll(() => termIndex.close());

const agent = indexed('A ProxyAgent routes requests.', 'en');
const agents = indexed('The proxy and its agents.', 'en');
const dessert = indexed('Crème brûlée is a dessert.', 'en');
const pools = indexed('Pooling connections saves time.', 'en');
const node = indexed('Node.js runs servers that stay up, and vitamin C helps.', 'en');
const houses = indexed('Die Häuser am Marktplatz sind alt.', 'de');
const tokyo = indexed('東京都の図書館は朝九時に開きます。', 'ja');
const beijing = indexed('北京大学图书馆每天早上开放。猫在睡觉', 'zh');
const school = indexed('학교에서 책을 읽습니다.', 'ko');

describe('soughtWords', () => {
  test('finds other forms of the words', () => {
    expect(find('connection pool')).toEqual([pools]);
    expect(find('creme brulee')).toEqual([dessert]);
  });

  test('finds a name written as one word or as several', () => {
    for (const query of ['proxy agent', 'ProxyAgent', 'proxy-agents']) expect(find(query).toSorted()).toEqual([agent, agents].toSorted());
    for (const query of ['nodejs', 'Node.js', 'node js']) expect(find(query)).toEqual([node]);
    expect(find('c')).toEqual([node]);
  });

  test('finds the forms of a word in the languages of the texts, whatever the language of the query', () => {
    expect(find('Haus', 'en', ['de'])).toEqual([houses]);
    expect(find('altes Haus', 'de')).toEqual([houses]);
  });

  test('finds any part of what is written without spaces', () => {
    expect(find('図書館', 'ja')).toEqual([tokyo]);
    expect(find('東京', 'en', ['ja'])).toEqual([tokyo]);
    expect(find('大学', 'zh')).toEqual([beijing]);
    expect(find('猫', 'zh')).toEqual([beijing]);
    expect(find('학교', 'ko')).toEqual([school]);
  });

  test('names what it ignores: stopwords, and words after the 32nd', () => {
    expect(soughtWords('What is the ProxyAgent?', 'en', [])).toMatchObject({ ignored: ['What', 'is', 'the'] });
    const many = Array.from({ length: 40 }, (_, index) => `word${String.fromCodePoint(97 + (index % 26))}${index}`);
    const { words, ignored } = soughtWords(many.join(' '), 'en', []);
    expect(words.filter((word) => !word.derived).map(({ word }) => word)).toEqual(many.slice(0, 32));
    expect(ignored).toEqual(many.slice(32));
  });

  test('looks for nothing if there is nothing but stopwords or symbols', () => {
    for (const text of ['', '   ', 'the of and', '"*^:-()', '🎉🎉', '\u0000']) expect(soughtWords(text, 'en', []).words).toEqual([]);
  });

  test('looks for a limited number of words, however long the query', () => {
    const long = Array.from({ length: 10_000 }, (_, index) => `w${index}`).join(' ');
    expect(soughtWords(long, 'en', ['de', 'fr']).words).toHaveLength(32);
    for (const { terms } of soughtWords('x'.repeat(10_000), 'en', []).words) expect(terms.every((term) => term.length <= 64)).toBe(true);
  });

  test('makes terms of letters, digits and marks only, so that none is query syntax', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
      fc.string({
        unit: fc.constantFrom(
          '"',
          '*',
          '^',
          ':',
          '-',
          '(',
          ')',
          'N',
          'E',
          'A',
          'R',
          ' ',
          '+',
          "'",
          'é',
          '连',
          '\u0301',
          '\u037A',
          '\uE000',
          '\0',
          '\uD800',
          '_',
          '’',
        ),
      }),
    );
    const languages = fc.subarray(['de', 'fr', 'es', 'pt', 'it', 'nl', 'ru', 'ar', 'xx']);
    fc.assert(
      fc.property(hostile, languages, (text, others) => {
        for (const { terms } of soughtWords(text, 'en', others).words)
          for (const term of terms) expect(term).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
        expect(() => find(text, 'en', others)).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });

  test('finds every word of a text in that text', () => {
    const letters = fc.constantFrom(...'abcdeinorstäöüßéèçñãõœ猫書한글ไท'.split(''), 'ING', 'es', '-', '.', ' ', '’');
    fc.assert(
      fc.property(
        fc.string({ unit: letters, maxLength: 40 }),
        fc.constantFrom('de', 'fr', 'es', 'pt', 'it', 'nl', 'en'),
        (text, language) => {
          const held = new Set(indexTerms(text, language));
          const { words } = soughtWords(text, language, []);
          for (const { word, terms, derived } of words) if (!derived) expect(held, word).toContain(terms[0]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** A form in a text, and one in a query. */
const inflected: Record<string, string> = {
  en: 'pools/pool studies/study cities/city running/run Agents/agent',
  de: 'Häuser/Haus Zeitungen/Zeitung Bücher/Buch Städte/Stadt Kindern/Kind Gärten/Garten Verträge/Vertrag Mühlen/Mühle Straßen/Strasse Bäume/Baum Autos/Auto Künstlerinnen/Künstlerin Preise/Preis Gläser/Glas Hotels/Hotel',
  fr: 'journaux/journal chevaux/cheval maisons/maison nationales/national écoles/école travaux/travail châteaux/château actives/actif heureuses/heureux cœur/coeur lettres/lettre détails/détail vitraux/vitrail',
  es: 'canciones/canción ciudades/ciudad luces/luz libros/libro casas/casa hablamos/hablar naciones/nación lápices/lápiz jóvenes/joven noches/noche meses/mes flores/flor canciones/cancion árboles/árbol',
  pt: 'canções/canção limões/limão pães/pão cidades/cidade animais/animal papéis/papel livros/livro homens/homem flores/flor mãos/mão jardins/jardim hotéis/hotel luzes/luz nações/nação faróis/farol cafés/café',
  it: 'libri/libro case/casa città/citta amici/amico amiche/amica parole/parola laghi/lago giochi/gioco uova/uovo giornali/giornale attività/attivita lingue/lingua',
  nl: "huizen/huis brieven/brief bomen/boom katten/kat scholen/school boeken/boek auto's/auto muizen/muis druiven/druif vissen/vis wolven/wolf prijzen/prijs kazen/kaas rozen/roos",
};

test.each(Object.entries(inflected))('in %s either form of a word finds the other', (language, pairs) => {
  const missed = pairs.split(' ').filter((pair) => {
    const [one, other] = pair.split('/') as [string, string];
    const finds = (query: string, text: string) => {
      const held = new Set(indexTerms(text, language));
      return soughtWords(query, 'en', [language]).words.some(({ terms }) => terms.some((term) => held.has(term)));
    };
    return !finds(one, other) || !finds(other, one);
  });
  expect(missed).toEqual([]);
});

describe('bm25', () => {
  test('ranks the text that speaks most of the query first, and gives 0 to one that does not', () => {
    const [query, ...documents] = [
      'retry policy',
      'A retry policy says when to retry.',
      'A long text about many things, of which one is a policy and none is more.',
      'Nothing here.',
    ].map((text) => termsOf(text, 'en'));
    const [about, mentions, silent] = bm25(new Set(query), documents);
    expect(about).toBeGreaterThan(mentions!);
    expect(mentions).toBeGreaterThan(0);
    expect(silent).toBe(0);
  });
});
