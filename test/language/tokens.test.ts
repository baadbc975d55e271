import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clippings } from '../../src/language/clippings.ts';
import { stemOf } from '../../src/language/lexicon.ts';
import { countWords, normalise, saidTerms, terms, tidy, words } from '../../src/language/tokens.ts';

describe('words', () => {
  test('keep file names, hyphens, apostrophes and decimals together', () => {
    expect(words("Node.js doesn't keep-alive 3.5 times, ok?")).toEqual(['Node.js', "doesn't", 'keep-alive', '3.5', 'times', 'ok']);
  });

  test('are found in languages that write without spaces', () => {
    expect(countWords('これは日本語の文章です')).toBeGreaterThan(3);
    expect(countWords('连接池复用连接')).toBeGreaterThan(2);
  });

  test('are found in right-to-left scripts, and emoji are none', () => {
    expect(words('שלום עולם 🎉👩‍👩‍👧')).toEqual(['שלום', 'עולם']);
  });
});

describe('terms', () => {
  test('are the same however a name is written', () => {
    const proxyAgent = terms('proxy agent', 'en');
    for (const spelling of ['ProxyAgent', 'proxy-agents', 'undici.ProxyAgent', 'PROXY AGENTS'])
      expect(terms(spelling, 'en')).toEqual(expect.arrayContaining(proxyAgent));
  });

  test('drop stopwords and stem by the language', () => {
    expect(terms('the retried requests were retrying', 'en')).toEqual(['retri', 'request', 'retri']);
    expect(terms('die Häuser und das Haus', 'de')).toEqual(['haus', 'haus']);
  });

  test('are the same for a word cut short as for the whole word, in its language only', () => {
    expect(terms('admin config files, syncing docs', 'en')).toEqual(
      terms('administrator configuration file, synchronizing documents', 'en'),
    );
    expect(terms('sync photos', 'de')).not.toEqual(terms('synchronization photographs', 'de'));
    for (const [language, longForms] of Object.entries(clippings)) {
      for (const [whole, cut] of Object.entries(longForms)) {
        // What shows matches skips words that do not begin like a term.
        for (const word of cut.split(' ')) expect([stemOf(word, language), whole[0]]).toEqual([stemOf(whole, language), word[0]]);
      }
    }
  });

  test('drop the particles of Korean, even if the noun ends like one', () => {
    expect(terms('김치 김치는 김치를 김치에서는 김치보다', 'ko')).toEqual(Array(5).fill('김치'));
    expect(terms('물 물은 P20은', 'ko')).toEqual(['물', '물은', 'p20']);
    const noun = fc.string({ unit: fc.constantFrom(...'고양이가도로김치은물'), minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(
        noun,
        fc.constantFrom('은', '는', '이', '가', '을', '를', '에', '에서', '으로', '까지', '에서는', '에게도'),
        (word, particle) => {
          expect(stemOf(word + particle, 'ko')).toBe(stemOf(word, 'ko'));
        },
      ),
    );
  });

  test('work in a language nobody has a stemmer for', () => {
    expect(terms('kumusta mundo', 'xx')).toEqual(['kumusta', 'mundo']);
  });
});

describe('normalise and tidy', () => {
  test('make typographic variants one spelling', () => {
    expect(normalise('  “Don’t” — ﬁne\u00a0 ')).toBe(normalise('"don\'t" - fine'));
  });

  test('drop what no reader sees', () => {
    expect(tidy('pay\u200Bment\u202E \u{E0041}now\u0000')).toBe('payment now');
  });

  test('never throw and leave no lone surrogate', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => tidy(text).isWellFormed() && Array.isArray(terms(text, 'en')) && typeof normalise(text) === 'string',
      ),
    );
  });
});

test('a text that is looked through also says a name in one word, as people type it', () => {
  expect(saidTerms('WordPress on a FreedomBox', 'en')).toEqual(['word', 'press', 'freedom', 'box', 'wordpress', 'freedombox']);
  expect(saidTerms('a proxy agent', 'en')).toEqual(terms('a proxy agent', 'en'));
});
