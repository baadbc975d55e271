import { describe, expect, test } from 'vitest';
import { countWords } from '../../../src/language/tokens.ts';
import { namedOnce } from '../../../src/writing/brief/phrases.ts';
import { brief, coffee, compost, passagesFrom, request } from './support.ts';

describe('how often a term is asked for', () => {
  test.each([200, 300, 800, 1500, 3000])(
    'leaves room in an article of %i words, and less than the score allows',
    async (targetWordCount) => {
      const sources = await passagesFrom(compost);
      for (const keyword of ['compost heap', 'rats', 'temperature of the compost heap']) {
        const { terms } = await brief(sources, request(keyword, { targetWordCount }));
        for (const { min, max } of terms) expect(max).toBeGreaterThan(min);
        expect(terms[0]!.min).toBeGreaterThanOrEqual(1);
        expect(terms[0]!.max).toBeLessThanOrEqual(Math.max(2, (0.025 * targetWordCount) / countWords(keyword)));
      }
    },
  );

  test('allows the keyword in the opening and once more if the sources hardly use it', async () => {
    const seldom = `# Heaps\n\nA heap of garden waste needs air. ${'Turn it with a fork, and let the rain wet it now and then. '.repeat(6)}`;
    const made = await Promise.all(
      [200, 1000].map(async (targetWordCount) => brief(await passagesFrom({ seldom }), request('compost heap', { targetWordCount }))),
    );
    expect(made.map(({ terms }) => terms[0])).toEqual([
      { term: 'compost heap', min: 1, max: 2 },
      { term: 'compost heap', min: 3, max: 6 },
    ]);
  });

  test('is limited to as many terms as a short article has room for', async () => {
    const sources = await passagesFrom({ ...compost, ...coffee });
    const [short, long] = await Promise.all(
      [160, 2000].map((targetWordCount) => brief(sources, request('coffee water compost heap', { targetWordCount }))),
    );
    expect(short!.terms).toHaveLength(8);
    expect(long!.terms.length).toBeGreaterThan(8);
  });
});

interface Pointing {
  keyword: string;
  pointer: string;
  told: readonly string[];
}

/** Each refers three times to something it does not explain. */
const pointing: Record<string, Pointing> = {
  en: {
    keyword: 'compost heap',
    pointer: 'See',
    told: ['A compost heap needs air.', 'The compost heap stays warm in winter.', 'Water the compost heap.'],
  },
  de: {
    keyword: 'Komposthaufen',
    pointer: 'Siehe',
    told: ['Ein Komposthaufen braucht Luft.', 'Der Komposthaufen bleibt warm.', 'Rund um den Komposthaufen ist es feucht.'],
  },
  fr: {
    keyword: 'tas de compost',
    pointer: 'Voir',
    told: ['Un tas de compost demande de l’air.', 'Le tas de compost reste chaud.', 'Autour du tas de compost il fait humide.'],
  },
  es: {
    keyword: 'pila de compost',
    pointer: 'Véase',
    told: ['Una pila de compost necesita aire.', 'La pila de compost sigue caliente.', 'Junto a la pila de compost hay humedad.'],
  },
  pt: {
    keyword: 'pilha de composto',
    pointer: 'Veja',
    told: ['Uma pilha de composto precisa de ar.', 'A pilha de composto fica quente.', 'Junto da pilha de composto há umidade.'],
  },
  it: {
    keyword: 'cumulo di compost',
    pointer: 'Vedi',
    told: ['Un cumulo di compost ha bisogno di aria.', 'Il cumulo di compost resta caldo.', 'Intorno al cumulo di compost è umido.'],
  },
  nl: {
    keyword: 'composthoop',
    pointer: 'Zie',
    told: ['Een composthoop heeft lucht nodig.', 'De composthoop blijft warm.', 'Rond de composthoop is het vochtig.'],
  },
};

describe.each(Object.entries(pointing))('terms in %s', (language, { keyword, pointer, told }) => {
  test('are not the targets of cross-references', async () => {
    const text = told.map(
      (sentence) => `${sentence} ${pointer} Tabula Rasa Novum. ${sentence.replace('.', `, (${pointer.toLowerCase()} Tabula Rasa Novum).`)}`,
    );
    const { terms, outline } = await brief(await passagesFrom({ only: text.join('\n\n') }), request(keyword, { language }));
    expect(terms.map(({ term }) => term).filter((term) => new RegExp(`^${pointer}`, 'i').test(term))).toEqual([]);
    expect(JSON.stringify(outline)).not.toMatch(new RegExp(`Cover[^.]*${pointer} `, 'i'));
  });
});

test('a term is not an instruction to the reader, in other languages too', async () => {
  const text =
    'La pila de compost necesita restos secos. Añada agua fresca cada semana. Los restos secos aportan carbono a la pila de compost. Añada agua fresca otra vez en verano.';
  const { terms } = await brief(await passagesFrom({ only: text }), request('pila de compost', { language: 'es' }));
  expect(terms.map(({ term }) => term)).toContain('restos secos');
  expect(terms.map(({ term }) => term).join('\n')).not.toContain('Añada');
});

describe('what is named only once', () => {
  const named = (language: string, texts: readonly string[]) => namedOnce(texts, { language, rarity: new Map() });

  test('is a whole noun phrase', () => {
    const found = named('en', [
      'It extracts badly and may damage boilers with conductivity sensors.',
      'Boil the water fresh for each brew and make the coffee bitter.',
      'Cloth filters must be kept wet in the refrigerator.',
      'During the bloom carbon dioxide leaves the grounds.',
      'A metal filter gives a heavier body.',
      'The flow was first measured by Peter Schlumbohm in 1941.',
    ]);
    expect(found).toEqual(expect.arrayContaining(['conductivity sensors', 'heavier body', 'Peter Schlumbohm', 'Cloth filters']));
    expect(found.filter((phrase) => /fresh|wet|bitter|bloom carbon/.test(phrase))).toEqual([]);
  });

  test.each([
    ['de', 'Kochen Sie das Wasser frisch für die Tasse.', 'Wasser frisch', 'Wasser'],
    ['fr', 'Les bactéries épuisent l’oxygène du milieu.', 'bactéries épuisent', 'bactéries'],
    ['es', 'Las bacterias agotan primero el oxígeno.', 'bacterias agotan', 'bacterias'],
    ['pt', 'As bactérias esgotam primeiro o oxigênio.', 'bactérias esgotam', 'bactérias'],
    ['it', 'Il terreno contiene azoto.', 'terreno contiene', 'terreno'],
    ['nl', 'Het water kookt langzaam in de ketel.', 'water kookt', 'ketel'],
  ])('is in %s no noun with its verb or with what was done to it', (language, text, half, noun) => {
    const found = named(language, [text]);
    expect(found.filter((phrase) => phrase.includes(half))).toEqual([]);
    expect(found).toContain(noun);
  });
});
