import { describe, expect, test } from 'vitest';
import { isQuestion, patternsOn, questionsOn } from '../../src/keywords/expansion.ts';
import { clusterTerms } from '../../src/keywords/cluster-terms.ts';
import { intentOf } from '../../src/keywords/intent.ts';
import { stemOf, stopwordsOf } from '../../src/language/lexicon.ts';
import { readsAs } from '../../src/language/read-language.ts';
import { keywordKey } from '../../src/language/same-keyword.ts';
import { keywordTerms } from '../../src/language/similar-keyword.ts';
import { keyphrases } from '../../src/language/keyphrases.ts';

const text =
  'A kiln heats the clay slowly, because the water that is still in it would otherwise burst the pot. When no more steam is seen, the door can be closed and the heat may rise. It takes about nine hours before all of it is hot enough, and then the kiln has to cool for a day before anyone should open it. '.repeat(
    3,
  );

// What every object of the language has is neither a word nor a language of ours.
describe.each(['constructor', '__proto__', 'toString', 'valueOf'])('%s', (name) => {
  test('as a language is one that nothing is known of', async () => {
    expect(stopwordsOf(name).size).toBe(0);
    expect(stemOf('pools', name)).toBe('pools');
    expect(readsAs(text, name)).toBe('en');
    expect(keywordKey('pools of water', name)).toBe('of pools water');
    expect([...keywordTerms('pools of water', name)]).toEqual(['pools', 'of', 'water']);
    expect(await clusterTerms(['no pools'], name)).toEqual([['no', 'pools']]);
    expect(keyphrases([text], name, 3).length).toBe(3);
    expect(questionsOn('pool', name)).toContain('pool vs');
    expect(patternsOn('pool', name)).toEqual([]);
    expect(isQuestion('how to swim', name)).toBe(false);
    expect(intentOf('pool', { language: name }).label).toBe('informational');
  });

  test('as a keyword is a word', () => {
    const word = name.toLowerCase();
    expect(keywordKey(name, 'en')).toContain(word.replaceAll('_', ''));
    expect(intentOf(`buy ${name}`, { language: 'en' }).label).toBe('transactional');
    expect(intentOf('pool', { language: 'en', results: { features: [name], titles: [name] } })).toMatchObject({ evidence: [] });
  });
});
