import { describe, expect, test } from 'vitest';
import { cleanHeading, spellingsIn, titleCase, withoutNumber } from '../../../src/writing/sources/headings.ts';

describe('cleanHeading', () => {
  test.each([
    ['1.2 Choosing a grinder', 'Choosing a grinder'],
    ['Class: `MockAgent`', 'MockAgent'],
    ['Step 3: Rinse the filter', 'Rinse the filter'],
    ['How does pooling work?', 'How does pooling work?'],
    ['🚀 Getting started!', 'Getting started'],
  ])('%s becomes %s', (raw, clean) => expect(cleanHeading(raw)).toBe(clean));

  test.each([
    'Introduction',
    'See also',
    'Parameters',
    'new Pool(url[, options])',
    '`pool.stats`',
    "Event: 'drain'",
    'References',
    '42',
    '',
    'opts',
    'FAQ',
  ])('%j says nothing', (raw) => {
    expect(cleanHeading(raw)).toBeNull();
  });
});

describe('titleCase', () => {
  const spellings = spellingsIn(['Send HTTP requests over HTTP.', 'The iOS app.', 'US law helps us.']);

  test('is the same for every heading and keeps names', () => {
    expect(titleCase('how to mock http requests with MockAgent in the browser', 'en', spellings)).toBe(
      'How to Mock HTTP Requests with MockAgent in the Browser',
    );
    expect(titleCase('undici vs. node.js', 'en', spellings)).toBe('Undici vs. node.js');
  });

  test('raises both of two words to choose from, but no path', () => {
    const spelled = spellingsIn(['Send TCP over IP.']);
    expect(titleCase('how to play audio/video files over tcp/ip', 'en', spelled)).toBe('How to Play Audio/Video Files over TCP/IP');
    expect(titleCase('edit /etc/fstab and src/net/pool.ts', 'en', spelled)).toBe('Edit /etc/fstab and src/net/pool.ts');
  });

  test('keeps small words small whatever a heading writes, but not the particle of a verb', () => {
    const spelled = spellingsIn(['sell a house (How-To)', 'learn how To sell']);
    expect(titleCase('how to sell a house', 'en', spelled)).toBe('How to Sell a House');
    expect(titleCase('how to set up and clean up', 'en', spelled)).toBe('How to Set Up and Clean Up');
  });

  test('only raises the first letter in other languages', () => {
    expect(titleCase('kaffee richtig mahlen', 'de', new Map())).toBe('Kaffee richtig mahlen');
  });
});

test.each([
  ['Chapter 10. Enhancing Photographs', 'Enhancing Photographs'],
  ['1.2.5. Export Image as TIFF', 'Export Image as TIFF'],
  ['Appendix B. Notes', 'Notes'],
  ['Figure 3: A kiln', 'A kiln'],
  ['§ 4 Liability', 'Liability'],
  ['Step 2: enable DAV', 'enable DAV'],
  ['Schritt 2: Den Ofen heizen', 'Den Ofen heizen'],
  ['Step by step', 'Step by step'],
  ['3D printing', '3D printing'],
  ['1.2.5.', '1.2.5.'],
])('what counts a heading is no part of it: %s', (heading, bare) => expect(withoutNumber(heading)).toBe(bare));

test('a name with several capitals tells its spelling at the beginning of a sentence, but not among others in capitals', () => {
  const spellings = spellingsIn(['JSON is a format. ICCProfile is a file.', 'LIST OUTPUT FORMAT']);
  expect([...spellings]).toEqual([
    ['json', 'JSON'],
    ['iccprofile', 'ICCProfile'],
  ]);
});

test('a name with several capitals is one however it is set, what else is marked as code is none', () => {
  expect([...spellingsIn(['open `KilnDesk` and `Promise` it'])]).toEqual([['kilndesk', 'KilnDesk']]);
});
