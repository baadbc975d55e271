import { describe, expect, test } from 'vitest';
import { intentOf } from '../../../src/writing/brief/intent.ts';

describe('search intent', () => {
  test.each([
    ['buy running shoes', 'transactional'],
    ['wärmepumpe kaufen', 'transactional'],
    ['prix pompe à chaleur', 'transactional'],
    ['comprar zapatillas', 'transactional'],
    ['prezzo pompa di calore', 'transactional'],
    ['preço bomba de calor', 'transactional'],
    ['warmtepomp prijs', 'transactional'],
    ['pompa ciepła cena', 'transactional'],
    ['best running shoes', 'commercial'],
    ['postgres vs mysql', 'commercial'],
    ['wärmepumpe vergleich', 'commercial'],
    ['meilleure pompe à chaleur', 'commercial'],
    ['mejores zapatillas', 'commercial'],
    ['migliore pompa di calore', 'commercial'],
    ['melhor bomba de calor', 'commercial'],
    ['warmtepomp vergelijken', 'commercial'],
    ['pompa ciepła ranking', 'commercial'],
    ['how to compare prices', 'informational'],
    ['wie funktioniert eine wärmepumpe', 'informational'],
    ['comment choisir un vélo', 'informational'],
    ['qué es una bomba de calor', 'informational'],
    ['come funziona una pompa di calore', 'informational'],
    ['como funciona uma bomba de calor', 'informational'],
    ['hoe werkt een warmtepomp', 'informational'],
    ['jak działa pompa ciepła', 'informational'],
    ['github login', 'navigational'],
    ['stadtwerke öffnungszeiten', 'navigational'],
  ])('of “%s” is %s', (keyword, type) => {
    expect(intentOf(keyword, 'guide', []).type).toBe(type);
  });

  test('is navigational for a brand’s name alone, and the modifier’s for a brand with a modifier', () => {
    expect(intentOf('copydesk', 'guide', ['Copydesk'])).toEqual({ type: 'navigational', confidence: 0.9, method: 'lexical' });
    expect(intentOf('copydesk pricing', 'guide', ['Copydesk']).type).toBe('transactional');
  });

  test('follows the article’s type if the words say nothing, with less confidence', () => {
    expect(intentOf('heat pump', 'comparison', [])).toEqual({ type: 'commercial', confidence: 0.5, method: 'lexical' });
    expect(intentOf('heat pump', 'guide', []).confidence).toBe(0.4);
  });

  test('is surest if words and type agree, and least sure if the words disagree', () => {
    expect(intentOf('heat pump vs boiler', 'comparison', []).confidence).toBe(0.9);
    expect(intentOf('heat pump vs boiler', 'news', []).confidence).toBe(0.75);
    expect(intentOf('best price heat pump', 'guide', []).confidence).toBe(0.6);
  });

  test('goes by whole words: a “buyer” buys nothing', () => {
    expect(intentOf('buyerless markets', 'guide', []).confidence).toBe(0.4);
  });
});
