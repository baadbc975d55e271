import { describe, expect, test } from 'vitest';
import { compose, type Composition } from '../../../src/writing/compose/compose.ts';
import { cleanHeading } from '../../../src/writing/sources/headings.ts';
import { standingOf } from '../../../src/writing/sources/standing.ts';
import { partsOfMarkdown, sourcesHeadings } from '../../../src/markdown/outline.ts';
import { tidy } from '../../../src/language/tokens.ts';
import { otherScripts, prose } from './prose.ts';
import { bodyOf, headingsOf, passagesOf, request } from './support.ts';

type Language = keyof typeof prose;

async function write(language: Language): Promise<Composition> {
  const { keyword, documents } = prose[language];
  const result = compose(request(keyword, { targetWordCount: 250 }), await passagesOf(documents));
  if (!result.ok) throw new Error(result.reason);
  return result.composition;
}

describe.each(Object.keys(prose) as Language[])('an article in %s', (language) => {
  test('is in the language of its sources and quotes them word for word', async () => {
    const composition = await write(language);
    const texts = new Map((await passagesOf(prose[language].documents)).map(({ id, text }) => [id, tidy(text)]));
    expect(composition.language).toBe(language);
    expect(composition.wordCount).toBeGreaterThan(150);
    for (const { text, passageId } of composition.sources.flatMap(({ sentences }) => sentences))
      expect(texts.get(passageId)).toContain(text);
  });

  test('breaks no sentence at an abbreviation or a date, and leaves none out because of its quotation marks', async () => {
    const body = bodyOf(await write(language)).join(' ');
    expect(body).toContain(prose[language].unbroken);
    expect(body).toContain(prose[language].quoting);
  });

  test('opens with what the keyword is', async () => {
    expect(bodyOf(await write(language))[0]).toMatch(new RegExp(`^${prose[language].definition}`));
  });

  test('has headings as the language writes them, and its word for the sources', async () => {
    const composition = await write(language);
    const headings = headingsOf(composition);
    expect(headings).toEqual(expect.arrayContaining([...prose[language].headings, sourcesHeadings[language]]));
    expect(composition.outline.map(({ brief }) => brief).join('\n')).not.toMatch(/Covers|[Dd]rawn from|\bmore\b/);
    expect(partsOfMarkdown(composition.markdown).headings).toHaveLength(headings.length - 1);
  });

  test('answers the question that a source asks', async () => {
    const { faq } = await write(language);
    expect(faq.map(({ question }) => question)).toEqual([prose[language].question]);
  });

  test('has a title, a description and a slug that are whole words', async () => {
    const { title, metaDescription, slug, sources } = await write(language);
    const quoted = sources.flatMap(({ sentences }) => sentences).map(({ text }) => text);
    expect(title.toLowerCase()).toBe(prose[language].keyword.toLowerCase());
    expect(title.charAt(0)).toBe(title.charAt(0).toUpperCase());
    expect(quoted.some((text) => metaDescription.startsWith(text.slice(0, 60)))).toBe(true);
    expect(slug).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
  });
});

test('a German headline keeps words in lower case that are not nouns', async () => {
  expect(headingsOf(await write('de'))).toContain('Sauerteig pflegen und aufbewahren');
});

describe('a sentence depends on the one before in', () => {
  test.each([
    ['de', 'Dadurch reift der Teig schneller.', 'Roggenmehl reift schneller als Weizenmehl.'],
    ['fr', 'Elle fermente plus vite que l’autre.', 'Il faut nourrir le levain chaque semaine.'],
    ['fr', 'Cette farine contient plus de minéraux.', 'Ceux qui pétrissent à la main ajoutent de l’eau.'],
    ['fr', 'C’est pourquoi le pain devient aigre.', 'Cendres et farine ne se mélangent pas.'],
    ['es', 'Esta harina contiene más minerales.', 'Es importante alimentar la masa cada semana.'],
    ['es', 'Son bacterias que toleran la sal.', 'Sonia alimenta la masa cada semana.'],
    ['es', 'Además, el pan sale agrio.', 'Después de tres horas la masa está lista.'],
    ['pt', 'Isso torna o pão mais azedo.', 'É importante alimentar o fermento todas as semanas.'],
    ['pt', 'Além disso, o pão sai azedo.', 'Tempero e sal entram no fim.'],
    ['it', 'Questa farina contiene più minerali.', 'È importante rinfrescare il lievito ogni settimana.'],
    ['it', 'Inoltre il pane diventa aspro.', 'Maria rinfresca il lievito ogni settimana.'],
    ['nl', 'Daardoor wordt het brood zuur.', 'Het meel moet op kamertemperatuur zijn.'],
    ['nl', 'Deze bloem bevat meer mineralen.', 'Zo lang het deeg rijst, blijft de oven dicht.'],
  ])('%s: %s', (language, leaning, standing) => {
    expect(standingOf(leaning, language, new Set())).toBe('after');
    expect(standingOf(standing, language, new Set())).toBe('alone');
  });
});

test.each([
  ['de', 'Ich empfehle ein Glas mit losem Deckel.'],
  ['fr', 'Je conseille un bocal en verre pour le levain.'],
  ['es', 'Haz clic en el enlace para comprar la harina.'],
  ['pt', 'Clique na imagem para comprar a farinha.'],
  ['it', 'Clicca sul link per comprare la farina.'],
  ['nl', 'Klik op de foto om het meel te kopen.'],
])('what is told by its author or sends the reader off is never quoted in %s: %s', (language, sentence) => {
  expect(['never', 'pointer']).toContain(standingOf(sentence, language, new Set()));
});

test.each(['Einleitung', 'Conclusion', 'Véase también', 'Referências', 'Collegamenti esterni', 'Veelgestelde vragen'])(
  '“%s” says nothing as a heading',
  (heading) => expect(cleanHeading(heading)).toBeNull(),
);

describe.each(Object.entries(otherScripts))('an article in %s', (language, { keyword, documents }) => {
  test('is written, with every sentence attributed', async () => {
    const result = compose(request(keyword, { targetWordCount: 100 }), await passagesOf(documents));
    if (!result.ok) throw new Error(result.reason);
    const { composition } = result;
    const body = bodyOf(composition).join(' ');
    const quoted = composition.sources.flatMap(({ sentences }) => sentences);
    expect(composition.language).toBe(language);
    expect(headingsOf(composition).at(-1)).toBe(sourcesHeadings[language]);
    for (const { text } of quoted) expect(body).toContain(text);
    expect(body.replaceAll(/\s/g, '').length).toBe(quoted.reduce((sum, { text }) => sum + text.replaceAll(/\s/g, '').length, 0));
    expect(composition.slug).toMatch(/^[a-z0-9-]+$/);
  });
});

test('Japanese sentences follow each other without a space', async () => {
  const { keyword, documents } = otherScripts.ja;
  const result = compose(request(keyword, { targetWordCount: 100 }), await passagesOf(documents));
  expect(result.ok && result.composition.markdown).toMatch(/。\p{Script=Han}/u);
  expect(result.ok && result.composition.markdown).not.toMatch(/。 (?!\[)/);
});

test('emoji in a source stay where they are, and are not in headings or slugs', async () => {
  const tea = `# 🍵 Green tea 🍵\n\nGreen tea 🍵 is a tea whose leaves are heated soon after the harvest. Most green tea comes from China and Japan. Boiling water makes green tea bitter 😖 within a minute.\n\n## 🫖 Brewing green tea\n\nGreen tea is brewed with water of 60 to 80 degrees. A second brew of green tea tastes milder than the first one. Loose green tea needs more room than tea in bags. A small spoon of green tea is enough for one cup of hot water.\n\n## ❄️ Storing green tea\n\nLight and air harm green tea more than heat does. A tin keeps green tea fresh for about a year. Green tea takes on the smell of coffee that is kept beside it. Old green tea loses its colour and its taste within a few months.`;
  const result = compose(request('green tea 🍵', { targetWordCount: 200 }), await passagesOf({ tea }));
  if (!result.ok) throw new Error(result.reason);
  expect(result.composition.markdown).toContain('Green tea 🍵 is a tea');
  expect(headingsOf(result.composition).join()).not.toMatch(/\p{Extended_Pictographic}/u);
  expect(result.composition.slug).toBe('green-tea');
});
