import { describe, expect, test } from 'vitest';
import { clusterLexically } from '../../src/keywords/clusters.ts';
import { intentOf } from '../../src/keywords/intent.ts';
import { agreement, baselines, intentFigures, labelledIntents, labelledSubjects } from './labelled.ts';

describe('what a searcher wants', () => {
  test('is told from the words of keywords in five languages far more often than by whether they ask', () => {
    const figures = intentFigures(labelledIntents());
    expect(figures.count).toBeGreaterThanOrEqual(200);
    expect(figures.right).toBeGreaterThanOrEqual(0.95);
    expect(figures.asked).toBeLessThan(0.5);
  });

  test('is told of keywords that others labelled, who had not seen the words', () => {
    const figures = intentFigures(labelledIntents('unseen-intents.txt'));
    expect(figures.count).toBeGreaterThanOrEqual(500);
    expect(figures.right).toBeGreaterThanOrEqual(0.75);
    expect(figures.asked).toBeLessThan(0.5);
  });

  test('a label that is sure is right more often than one that is not', () => {
    const { reliability } = intentFigures(labelledIntents('unseen-intents.txt'));
    const [unsure, , sure] = reliability;
    expect(sure!.right).toBeGreaterThan(unsure!.right);
  });

  test.each([
    ['acme', ['Acme'], 'navigational'],
    ['acme pricing', ['Acme'], 'transactional'],
    ['acmelike tools review', ['Acme'], 'commercial'],
  ])('%s, of the brand %s, is %s', (keyword, brandTerms, label) => {
    expect(intentOf(keyword, { language: 'en', brandTerms }).label).toBe(label);
  });

  test.each([
    ['create account', 'informational'],
    ['savings account', 'informational'],
    ['my account', 'navigational'],
    ['household budget', 'informational'],
    ['budget laptops', 'commercial'],
  ])('a word that is a thing as often tells by its place: %s is %s', (keyword, label) => {
    expect(intentOf(keyword, { language: 'en' }).label).toBe(label);
  });

  test('the results page tells where the words do not', () => {
    const results = { features: ['shopping'], titles: ['Buy walnut oil', 'Walnut oil for sale', 'Walnut oil: order online'] };
    expect(intentOf('walnut oil', { language: 'en' })).toMatchObject({ label: 'informational', confidence: 0.45, evidence: [] });
    expect(intentOf('walnut oil', { language: 'en', results })).toMatchObject({
      label: 'transactional',
      evidence: ['shopping on its results page', '3 of 3 titles on its results page read transactional'],
    });
  });
});

describe.each([...labelledSubjects(), ...labelledSubjects('unseen-clusters')])('keywords on $name', ({ language, clusters }) => {
  const keywords = clusters.flat();

  test('stand together as people group them, better than by any way that takes no thought', async () => {
    const found = await clusterLexically(
      keywords.map((keyword) => ({ keyword })),
      language,
    );
    const { f1, purity } = agreement(
      found.map((cluster) => cluster.keywords),
      clusters,
    );
    expect(purity).toBeGreaterThanOrEqual(0.75);
    for (const [name, groups] of Object.entries(baselines(keywords, language)))
      expect(f1, name).toBeGreaterThan(agreement(groups, clusters).f1);
  });
});
