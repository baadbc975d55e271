import { describe, expect, it } from 'vitest';
import { isQuestion, maxQuestions, patternsOn, questionHow, questionsOn } from '../../src/keywords/expansion.ts';

const patternsFor = (phrase: string, language: string) => patternsOn(phrase, language).map(({ question }) => question);

describe('questions on a seed', () => {
  it.each(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ja'])('in %s begin with the seed, differ, and stay within the limit', (language) => {
    const asked = questionsOn('pour over', language);
    expect(asked[0]).toBe('pour over');
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeLessThanOrEqual(maxQuestions);
  });

  it('come before letters', () => {
    const asked = questionsOn('kaffee', 'de');
    expect(asked.indexOf('wie kaffee')).toBeLessThan(asked.indexOf('kaffee a'));
    expect(asked.indexOf('kaffee oder')).toBeLessThan(asked.indexOf('kaffee a'));
  });

  it('fall back to letters and comparisons in other languages', () => {
    expect(questionsOn('コーヒー', 'ja')).toContain('コーヒー vs');
    expect(patternsOn('コーヒー', 'ja')).toEqual([]);
  });

  it('take a seed for no pattern of its own', () => {
    expect(patternsFor('$& and $1', 'en')[0]).toBe('what is $& and $1');
  });

  it.each([
    ['冷萃咖啡', 'en', []],
    ['☕️', 'en', []],
    ['connection pool', 'en', ['what is connection pool', 'how to use connection pool']],
    ['connection pools', 'en', ['what are connection pools', 'how to use connection pools']],
    ['kubernetes', 'en', ['what is kubernetes', 'how to use kubernetes']],
    ['wärmepumpen', 'de', ['wie benutzt man wärmepumpen']],
    ['pompe à chaleur', 'fr', ['comment utiliser pompe à chaleur']],
    ['bombas de calor', 'es', ['qué son bombas de calor', 'cómo usar bombas de calor']],
    ['bomba de calor', 'es', ['qué es bomba de calor', 'cómo usar bomba de calor']],
    ['pompa di calore', 'it', ['come usare pompa di calore']],
    ['bombas de calor', 'pt', ['o que são bombas de calor', 'como usar bombas de calor']],
    ['warmtepomp', 'nl', ['hoe gebruik je warmtepomp']],
  ])('need no article and agree in number: %s, %s', (phrase, language, questions) => {
    expect(patternsFor(phrase, language)).toEqual(questions);
  });
});

describe('a phrase that says what to do', () => {
  it.each([
    ['Removing Unwanted Objects from an Image', 'en', 'how to remove unwanted objects from an image'],
    ['Cropping an Image to a Ratio', 'en', 'how to crop an image to a ratio'],
    ['Saving Your Results', 'en', 'how to save results'],
    ['Booting and Starting the Installer', 'en', 'how to boot and start the installer'],
    ['Defining/Using Aliases', 'en', 'how to define and use aliases'],
    ['Customizing bounce and warning messages', 'en', 'how to customize bounce and warning messages'],
    ['Exploring history', 'en', 'how to explore history'],
    ['Create a Layer Mask', 'en', 'how to create a layer mask'],
    ['Remove red eyes', 'en', 'how to remove red eyes'],
    ['Export Image as JPEG', 'en', 'how to export image as jpeg'],
    ['Supprimer des objets', 'fr', 'comment supprimer des objets'],
    ['Eliminar objetos', 'es', 'cómo eliminar objetos'],
    ['Rimuovere oggetti', 'it', 'come rimuovere oggetti'],
    ['Remover objetos', 'pt', 'como remover objetos'],
  ])('asks how it is done: %s, %s', (phrase, language, question) => expect(patternsFor(phrase, language)).toEqual([question]));

  it.each([
    ['Layer masks', 'en'],
    ['Rendering intent', 'en'],
    ['Matching strategy', 'en'],
    ['Existing files', 'en'],
    ['Print settings', 'en'],
    ['Generate Font Dialog', 'en'],
    ['Getting started', 'en'],
    ['Handling of tags', 'en'],
    ['Fichiers ouverts', 'fr'],
    ['Taller de costura', 'es'],
    ['Camere con vista', 'it'],
    ['Objekte entfernen', 'de'],
  ])('is none: %s, %s', (phrase, language) => expect(questionHow(phrase, language)).toBeNull());
});

describe('a question', () => {
  it.each([
    ['how to size a pool', 'en'],
    ['pool size?', 'en'],
    ['wie funktioniert ein pool', 'de'],
    ["qu'est-ce qu'un pool", 'fr'],
    ['qu’est-ce que le cache', 'fr'],
    ['what causes bitter coffee', 'en'],
    ['does coffee go bad', 'en'],
    ['que es una bomba de calor', 'es'],
    ['was kostet eine wärmepumpe', 'de'],
    ['プールとは？', 'ja'],
  ])('is known by how it begins or ends: %s', (keyword, language) => expect(isQuestion(keyword, language)).toBe(true));

  it.each([
    ['best pool size', 'en'],
    ['howitzer range', 'en'],
    ['canned coffee', 'en'],
    ['can opener', 'en'],
    ['whatsapp web', 'en'],
    ['beste kaffeemühle', 'de'],
  ])('is none: %s', (keyword, language) => expect(isQuestion(keyword, language)).toBe(false));
});
