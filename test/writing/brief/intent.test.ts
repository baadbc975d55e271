import { describe, expect, test } from 'vitest';
import { intentOf } from '../../../src/writing/brief/intent.ts';
import { seenIntents, unseenIntents } from './labelled-intents.ts';

const silent: Parameters<typeof intentOf>[1] = { texts: [], competing: [] };
const intent = (keyword: string, evidence = silent, brandTerms: string[] = []) => intentOf({ keyword, brandTerms }, evidence);

const pages = (...titles: string[]) => titles.map((title, index) => ({ url: `https://rival.example/${index}`, title, headings: [] }));

describe('search intent', () => {
  test.each([
    ['prezzo pompa di calore', 'transactional'],
    ['preço bomba de calor', 'transactional'],
    ['warmtepomp prijs', 'transactional'],
    ['pompa ciepła cena', 'transactional'],
    ['migliore pompa di calore', 'commercial'],
    ['melhor bomba de calor', 'commercial'],
    ['warmtepomp vergelijken', 'commercial'],
    ['pompa ciepła ranking', 'commercial'],
    ['come funziona una pompa di calore', 'informational'],
    ['como funciona uma bomba de calor', 'informational'],
    ['hoe werkt een warmtepomp', 'informational'],
    ['jak działa pompa ciepła', 'informational'],
  ])('of “%s” is %s', (keyword, type) => {
    expect(intent(keyword).type).toBe(type);
  });

  test.each([
    ['seen', seenIntents, 0.97],
    ['unseen', unseenIntents, 0.75],
  ] as const)('is what people say of %s keywords, more often than if all were informational', (_, labelled, least) => {
    const right = labelled.filter(([keyword, type]) => intent(keyword).type === type).length / labelled.length;
    const constant = labelled.filter(([, type]) => type === 'informational').length / labelled.length;
    expect(right).toBeGreaterThanOrEqual(least);
    expect(right).toBeGreaterThan(constant + 0.2);
  });

  test('is hardly ever wrong where it is sure, and unsure where nothing tells', () => {
    const judged = [...seenIntents, ...unseenIntents].map(([keyword, type]) => ({ ...intent(keyword), wanted: type }));
    const sure = judged.filter(({ confidence }) => confidence >= 0.9);
    expect(sure.filter(({ type, wanted }) => type === wanted).length / sure.length).toBeGreaterThan(0.97);
    for (const { method, type, confidence } of judged)
      if (method === 'none') expect({ type, confidence }).toEqual({ type: 'informational', confidence: 0.4 });
  });

  test('is navigational for a brand’s name alone, and the modifier’s for a brand with a modifier', () => {
    expect(intent('copydesk', silent, ['Copydesk'])).toEqual({ type: 'navigational', confidence: 0.91, method: 'lexical' });
    expect(intent('copydesk pricing', silent, ['Copydesk']).type).toBe('transactional');
  });

  test('follows most competing pages’ titles if the keyword tells nothing', () => {
    const competing = pages('Best heat pumps of the year', 'Heat pump reviews', 'What a heat pump is');
    expect(intent('heat pump', { texts: [], competing })).toEqual({ type: 'commercial', confidence: 0.6, method: 'headings' });
    expect(intent('heat pump', { texts: [], competing: competing.slice(1) }).method).toBe('none');
  });

  test('of two things side by side is commercial only if the sources speak of buying', () => {
    const storms = ['Cyclone Batsirai reached Madagascar in February.', 'Hurricane Hilary brought rain to California.'];
    const databases = ['Postgres has a licence like that of BSD.', 'The price of support for MySQL depends on the vendor.'];
    expect(intent('cyclone batsirai vs hurricane hilary', { ...silent, texts: storms })).toMatchObject({
      type: 'informational',
      confidence: 0.4,
    });
    expect(intent('postgres vs mysql', { ...silent, texts: databases }).type).toBe('commercial');
  });
});
