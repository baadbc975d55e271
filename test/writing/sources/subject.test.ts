import { describe, expect, test } from 'vitest';
import { compose, type Composition, type SourcePassage } from '../../../src/writing/compose/compose.ts';
import { topicOf, readPassage, unnamedAmong } from '../../../src/writing/sources/topic.ts';
import { subjectsOf } from '../../../src/writing/sources/subject.ts';
import { bodyOf, headingsOf, passagesOf, request } from '../compose/support.ts';

/** A life told without headings, in no order, that gives the full name only once. */
const holt = [
  'The harbour council paid Holt forty crowns a year for her work.',
  'Holt wrote down every passing ship in a ledger with a green cover.',
  'The green ledger now lies in the museum of the town of Varde.',
  'A storm tide tore the lantern room off the tower in the winter of 1871.',
  'Carpenters from Varde rebuilt the lantern room within a month.',
  'The lantern room held a lamp with four wicks that burned rape oil.',
  'Rape oil was brought to the island by a supply boat every second week.',
  'The supply boat sank twice, and Holt rowed out to save its crew both times.',
  'Maren Holt was the keeper of the light on the island of Skal for thirty years.',
  'Fog bells were rung by hand until a steam whistle replaced them in 1880.',
  'The steam whistle could be heard at a distance of seven sea miles.',
  'Fishermen complained that the steam whistle drove the herring away.',
  'Herring had been the living of the island since the days of the old kings.',
  'Holt taught the children of the fishermen to read in the kitchen of the tower.',
  'The harbour council forbade lessons in the tower, and Holt went on with them.',
  'Seven children of the island went to the school in Varde because of those lessons.',
  'The ledger tells of four hundred ships that asked for a pilot in fog.',
  'Pilots slept in the house beside the tower, which Holt heated with driftwood.',
  'Driftwood was so rare after the storm tide that the pilots burned their chairs.',
  'The museum of Varde bought the lamp with four wicks from a scrap dealer.',
  'Visitors of the museum may light the lamp on the birthday of Holt.',
  'The supply boat of today carries the name of Holt on its bow.',
  'A painter from the capital drew Holt beside the lamp in the year 1869.',
  'The painting of Holt hangs in the hall of the harbour council.',
  'Rape oil gave way to paraffin, which smoked less and cost half as much.',
  'Paraffin was kept in a cellar that Holt had cut into the rock.',
  'The cellar in the rock later served the pilots as a store for salted herring.',
  'Holt retired to Varde, where a street near the school is named after her.',
  'The school keeps a copy of the ledger in a box of glass.',
  'Historians use the ledger to date the wrecks around the island.',
  'Eleven wrecks around the island were found by divers with the help of the ledger.',
  'The divers lifted a bell that the fog had cost its ship.',
];
const whale = [
  'Holt Brothers made whale oil in a yard near the river.',
  'The yard boiled whale oil in copper kettles for sixty years.',
  'A fire burned the yard down in the summer of 1866.',
  'Whale oil lit the streets of the capital before gas did.',
  'The kettles of the yard were sold to a brewery by auction.',
  'Gas made whale oil so cheap that the yard never opened again.',
];

/** With the title that the knowledge base gives to an untitled document, unless `titles` has another. */
async function sourcesOf(documents: Record<string, string>, titles: Record<string, string> = {}): Promise<SourcePassage[]> {
  const titleOf = (id: string) => titles[id] ?? documents[id]!.split(' ').slice(0, 8).join(' ');
  return (await passagesOf(documents)).map((passage) => ({ ...passage, documentTitle: titleOf(passage.documentId) }));
}

async function write(keyword: string, passages: readonly SourcePassage[], targetWordCount = 300): Promise<Composition> {
  const result = compose(request(keyword, { targetWordCount }), passages);
  if (!result.ok) throw new Error(result.reason);
  return result.composition;
}

const blank = { documentTitle: '', url: null, heading: null, kind: 'prose' as const, position: 1, score: 0, language: 'en' };
const life = { life: holt.join(' ') };

describe('a document without a title', () => {
  test('is about a person whose full name it gives only once', async () => {
    const { wordCount } = await write('Maren Holt', await sourcesOf(life));
    expect(wordCount).toBeGreaterThan(200);
  });

  test('is about a name that it gives in full rather than in parts', async () => {
    const named = (name: string) =>
      Array.from({ length: 12 }, (_, position) => `${position === 5 ? name : 'Holt'} lit the lamp of the tower in year ${position}.`);
    const passagesFor = (documentId: string, texts: readonly string[]) =>
      texts.map((text, position) => readPassage({ ...blank, id: `${documentId}${position}`, documentId, text, position }, 'en'));
    const read = [...passagesFor('whole', named('Maren Holt')), ...passagesFor('parts', named('Holt, not Maren,'))];
    const subjects = subjectsOf(topicOf(request('Maren Holt'), read, 'en'), read);
    expect(subjects.get('whole')).toBeGreaterThan(0.7);
    expect(subjects.get('parts')).toBeLessThan(0.6);
  });

  test('is not named by its first words, but by a title that its text also opens with', async () => {
    const passages = await sourcesOf({ ...life, whale: whale.join(' ') }, { whale: 'Holt Brothers' });
    expect([...unnamedAmong(passages)]).toEqual(['life']);
  });
});

test('the article opens with a sentence that names the keyword, wherever that is in its source', async () => {
  const rotated = [...holt.slice(9), ...holt.slice(0, 9)].join(' ');
  const passages = await sourcesOf({ life: rotated }, { life: 'Maren Holt' });
  expect(bodyOf(await write('Maren Holt', passages))[0]).toMatch(/^Maren Holt was the keeper of the light/);
});

test('a long text without headings is split into sections named by phrases that recur in them', async () => {
  const composition = await write('Maren Holt', await sourcesOf(life));
  const headings = headingsOf(composition).slice(0, -1);
  expect(headings.length).toBeGreaterThanOrEqual(2);
  const parts = composition.markdown.split(/^## /m).slice(1, -1);
  for (const [index, heading] of headings.entries())
    expect(parts[index]!.slice(heading.length).toLowerCase()).toContain(heading.toLowerCase());
});

test('the year in the keyword alone does not make a text a source', async () => {
  const year = Array.from(
    { length: 8 },
    (_, index) => `In 1871 the town of Odder bought ${index + 3} horses for the mail of ${index + 40} farms.`,
  );
  const result = compose(request('storm tide 1871', { targetWordCount: 100 }), await sourcesOf({ year: year.join('\n\n') }));
  expect(result).toMatchObject({ ok: false, usablePassages: 0 });
});

test('sentences that differ only in the model and its numbers are all quoted', async () => {
  const litres = [10, 20, 30, 40, 50];
  const models = litres.map(
    (count) =>
      `## Model P${count}\n\nThe Model P${count} pressure washer holds ${count} litres of water and works at ${count + 90} bar. It weighs ${count / 2} kilograms and draws ${count * 50} watts from the mains. The hose of the Model P${count} is ${count / 5} metres long. The Model P${count} costs ${count * 9} euros with all of its nozzles.`,
  );
  // Among other subjects the words that these sentences share are rare, which makes the sentences even more similar.
  const others = ['red', 'old', 'new', 'big', 'small', 'odd', 'fine', 'bad', 'cold', 'warm', 'dry', 'wet'].map((kind) => [
    kind,
    `# Garden tool\n\nA pressure washer is no rake, and the ${kind} rake of the garden stands in the shed near the roses. It was bought by the neighbour who loves apples and plums.`,
  ]);
  const passages = await passagesOf({ washers: `# Washers of the P series\n\n${models.join('\n\n')}`, ...Object.fromEntries(others) });
  const result = compose(request('P series pressure washer', { targetWordCount: 400 }), passages);
  if (!result.ok) throw new Error(result.reason);
  for (const count of litres) expect(result.composition.markdown).toContain(`costs ${count * 9} euros`);
});
