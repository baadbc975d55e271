import { describe, expect, test } from 'vitest';
import { assertionOf } from '../../../src/writing/claims/claims.ts';
import { profileOf } from '../../../src/writing/claims/profile.ts';
import { quantitiesIn } from '../../../src/writing/claims/quantities.ts';

describe('assertionOf', () => {
  test.each([
    ['en', 'The pool keeps 10 sockets open.', 'specific'],
    ['en', 'The outage began on 3 May.', 'specific'],
    ['en', 'Sockets were invented by Napoleon.', 'specific'],
    ['en', 'Pooling is faster than opening sockets anew.', 'specific'],
    ['en', 'It is the largest of its kind.', 'specific'],
    ['en', 'Latency falls because the handshake is spared.', 'specific'],
    ['en', 'Studies show that sleep helps the memory.', 'specific'],
    ['en', 'Wait 5 minutes before you try again.', 'specific'],
    ['en', 'A pool spreads requests across several connections.', 'general'],
    ['en', 'How many sockets does a pool keep open?', 'none'],
    ['en', 'In this guide we look at connection pools.', 'none'],
    ['en', 'Check your settings before going live.', 'none'],
    ['en', 'You may want to keep an eye on that.', 'none'],
    ['en', 'There are several ways of doing this:', 'none'],
    ['en', 'It depends.', 'none'],
    ['de', 'Der Tunnel kostete 12 Milliarden Franken.', 'specific'],
    ['de', 'In diesem Artikel geht es um Wärmepumpen und ihre Technik.', 'none'],
    ['de', 'Prüfen Sie zuerst die Heizung im Keller.', 'none'],
    ['de', 'Eine Wärmepumpe entzieht der Luft einen Teil der Wärme.', 'general'],
    ['fr', 'Le vignoble couvre 110 000 hectares.', 'specific'],
    ['fr', 'Dans cet article, nous parlons de vin et de terroir.', 'none'],
    ['es', 'El museo abrió en Madrid con obras de la corona.', 'specific'],
    ['it', 'Il ponte fu costruito da Antonio da Ponte.', 'specific'],
    ['pt', 'O metro não funciona durante a noite na cidade.', 'general'],
    ['nl', 'De dijk is 32 kilometer lang.', 'specific'],
  ])('in %s, takes %j for %s', (language, sentence, assertion) => {
    expect(assertionOf(profileOf(sentence, language), language)).toBe(assertion);
  });
});

describe('quantitiesIn', () => {
  const read = (text: string, language: string) =>
    quantitiesIn(text, language).map(({ kind, value, unit, readings, code }) =>
      kind === 'date' ? readings[0] : kind === 'code' ? code : unit ? [value, unit] : value,
    );

  test.each<[string, string, unknown[]]>([
    ['en', '1,000 or 1000 or 1 000', [1000, 1000, 1000]],
    ['de', '1.000 und 1,5', [1000, 1.5]],
    ['en', '1.000 and 1,234.5', [1, 1234.5]],
    ['fr', '1 000 et 3,5', [1000, 3.5]],
    [
      'en',
      '$3.5 million, 3.5 million dollars, 5bn euros',
      [
        [3_500_000, '$'],
        [3_500_000, '$'],
        [5_000_000_000, '€'],
      ],
    ],
    ['de', '3,5 Mio. Euro und 2 Milliarden', [[3_500_000, '€'], 2_000_000_000]],
    ['es', '2 mil millones', [2_000_000_000]],
    [
      'en',
      '5 %, 5 percent, 5 per cent',
      [
        [5, '%'],
        [5, '%'],
        [5, '%'],
      ],
    ],
    ['fr', '20 pour cent', [[20, '%']]],
    [
      'en',
      '5–10 minutes or 5 to 10 GB',
      [
        [5, 'min'],
        [10, 'min'],
        [5, 'gb'],
        [10, 'gb'],
      ],
    ],
    ['en', 'twenty-five of two hundred', [25, 200]],
    ['de', 'fünfundzwanzig', [25]],
    ['nl', 'vijfentwintig', [25]],
    ['en', 'the 1990s, the 3rd, -5', [1990, 3, -5]],
    ['en', 'HTTP/2, GPT-4, v1.2 and 22.19.1', ['http/2', 'gpt-4', 'v1.2', '22.19.1']],
    [
      'en',
      'May 5, 2020 and 5 May and 2020-05-05',
      [
        { year: 2020, month: 5, day: 5 },
        { month: 5, day: 5 },
        { year: 2020, month: 5, day: 5 },
      ],
    ],
    ['de', 'am 3. Mai 2020, im März, 03.05.2020', [{ year: 2020, month: 5, day: 3 }, { month: 3 }, { year: 2020, month: 5, day: 3 }]],
    ['es', 'el 3 de mayo de 2020', [{ year: 2020, month: 5, day: 3 }]],
    ['it', 'il 3 maggio 2020', [{ year: 2020, month: 5, day: 3 }]],
    ['pt', '3 de março de 2020', [{ year: 2020, month: 3, day: 3 }]],
    ['nl', '28 mei 1932', [{ year: 1932, month: 5, day: 28 }]],
    ['en', 'it may march on', []],
  ])('in %s, reads %j', (language, text, quantities) => {
    expect(read(text, language)).toEqual(quantities);
  });
});
