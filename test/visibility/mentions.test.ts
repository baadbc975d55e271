import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../src/visibility/answer.ts';
import type { Brand } from '../../src/visibility/shapes.ts';
import { brandOf } from './brands.ts';

/** How often each brand is named, in the order given. */
async function countsOf(text: string, brands: readonly Brand[], language?: string): Promise<number[]> {
  const { brands: found } = await readAnswer({ text, citations: [], language }, brands);
  return brands.map(({ id }) => found.find(({ brand }) => brand === id)?.mentions ?? 0);
}

async function countOf(name: string, text: string, language?: string): Promise<number> {
  return (await countsOf(text, [brandOf('own', [name])], language))[0]!;
}

describe('a name is mentioned as a whole word', () => {
  test.each([
    ['Notion', 'Notion, “Notion” and (Notion): Notion!', 4],
    ['Notion', 'Notional Notionally preNotion Notion2 Notion_x', 0],
    ['Notion', 'Notion/Obsidian, Notion-based, Notion—all of them', 3],
    ['Notion', 'The **Not**ion of ***Notion*** is [Notion](https://example.org)', 3],
    ['Notion', "Notion’s plans, Notion's plans, Notions, both Notions’ plans", 4],
    ['Notion', 'notion.Notion Notion.so Notion&Co', 0],
    ['Atlas', 'Atlas, Atlases, Atlas’ maps, Atlass', 3],
    ['AT&T', 'AT&T and AT&T’s network; AT&TX', 2],
    ['AT', 'AT&T is not it', 0],
    ['C', 'C, C++, C# and Objective-C', 1],
    ['C++', 'C++ and C++17, C+', 1],
    ['X', 'X and X’s owner; X-ray, Xs, x, xX', 2],
    ['A', 'As a result A won.', 1],
    ['Yahoo!', 'Yahoo! is old, and Yahoo is not it.', 1],
    ['.NET', '.NET runs; ASP.NET is another', 1],
    ['(a+)+$', 'What (a+)+$ means, and aaaa does not', 1],
    ['Home Assistant', 'Home Assistant, Home\nAssistant, Home-Assistant, HomeAssistant', 3],
    ['Nestlé', 'Nestle\u0301 and Nestlé', 2],
  ])('%s in %j: %d', async (name, text, count) => {
    expect(await countOf(name, text)).toBe(count);
  });
});

/** Labelled by hand, one for each rule about a language. */
describe('in other languages', () => {
  test.each([
    ['飞书', '我们推荐使用飞书来管理项目。', 'zh', 1],
    ['Notion', '我们使用Notion管理项目，Notion很好。', 'zh', 2],
    ['ノーション', '多くの人がノーションを使っています。', 'ja', 1],
    ['Notion', 'Notionは便利なツールです。', 'ja', 1],
    ['โนชัน', 'หลายคนใช้โนชันทุกวัน', 'th', 1],
    ['노션', '노션은 좋은 도구이며 노션을 많이 씁니다. 노션짱', 'ko', 2],
    ['Notion', 'Notion은 좋은 도구입니다.', 'ko', 1],
    ['نوشن', 'يستخدم الكثيرون نوشن ونوشن بنوشن والنوشن ولنوشن', 'ar', 5],
    ['نوشن', 'كلمة سنوشن ونوشنات ليست اسما', 'ar', 0],
    ['נושן', 'אנשים עובדים עם נושן ובנושן ושל נושנית', 'he', 2],
    ['L’Oréal', 'L’Oréal est grand.', 'fr', 1],
    ['Apple', 'Les produits d’Apple et l’Apple Watch, puis O’Apple', 'fr', 2],
    ['Reilly', 'O’Reilly publishes books about programming.', 'en', 0],
    ['Apple', 'I prodotti dell’Apple sono cari.', 'it', 1],
    ['Notion', 'Notion’da çalışmak kolaydır ve Notion’un planları iyidir.', 'tr', 2],
    ['IKEA', 'IKEA:s möbler är bra och billiga att köpa.', 'sv', 1],
    ['Яндекс', 'Яндекс и яндекс, Яндексы', 'ru', 1],
  ])('%s in %j (%s): %d', async (name, text, language, count) => {
    expect(await countOf(name, text, language)).toBe(count);
  });
});

describe('a name that is a common word', () => {
  test('is not matched in lower case where it has a capital', async () => {
    expect(await countOf('Apple', 'An apple is no Apple, and APPLE is.')).toBe(2);
    expect(await countOf('notion', 'A notion, Notion and NOTION')).toBe(3);
  });

  test('counts only where the answer holds a word that goes with it', async () => {
    const apple = brandOf('own', ['Apple'], { mentionOnlyWith: ['iPhone', 'Mac OS'] });
    expect(await countsOf('Apple is good.', [apple])).toEqual([0]);
    expect(await countsOf('Apple is good.\n\nThe iphones are theirs.', [apple])).toEqual([1]);
    expect(await countsOf('Apple is good. `iPhone`', [apple])).toEqual([1]);
  });

  test('is none with a word that goes against it within five words', async () => {
    const apple = brandOf('own', ['Apple'], { mentionNotWith: ['pie', 'cider vinegar'] });
    expect(await countsOf('Apple pie', [apple])).toEqual([0]);
    expect(await countsOf('Apple one two three four pie', [apple])).toEqual([0]);
    expect(await countsOf('Apple one two three four five pie', [apple])).toEqual([1]);
    expect(await countsOf('pie one two three four Apple', [apple])).toEqual([0]);
    expect(await countsOf('pie one two three four five Apple', [apple])).toEqual([1]);
    expect(await countsOf('Apple three two one cider vinegar', [apple])).toEqual([0]);
    expect(await countsOf('Apple four three two one cider vinegar', [apple])).toEqual([1]);
    expect(await countsOf('Apple\n\npie', [apple])).toEqual([1]);
    expect(await countsOf('Apple piecemeal', [apple])).toEqual([1]);
  });
});

describe('nobody is mentioned', () => {
  test.each([
    ['in code', 'Run `Notion` or\n\n```\nNotion\n```\n\n    Notion'],
    ['in an address', 'https://example.org/Notion www.Notion.example/Notion Notion@example.org example.org/Notion <https://x.org/Notion>'],
    ['in the target of a link', '[here](https://example.org/Notion "Notion")'],
    ['in a picture', '![Notion](https://example.org/a.png)'],
    ['in the list of sources', 'A text.\n\n## Sources\n\n1. [Notion](https://example.org)\n2. Notion https://example.com'],
    ['in HTML', '<span title="Notion">that</span>'],
    ['where there is nothing', ''],
  ])('%s', async (_, text) => {
    expect(await countOf('Notion', text)).toBe(0);
  });
});

test('a name that is a domain counts where it stands bare, in any case', async () => {
  const text =
    'booking.com, BOOKING.COM and [Booking.com](https://www.booking.com/) but not https://booking.com, booking.com/a or a.booking.com.';
  expect(await countOf('Booking.com', text)).toBe(3);
  expect(await countOf('Node.js', 'node.js and Node.js')).toBe(1);
});

test('where names overlap the longest counts, and aliases are one brand', async () => {
  const brands = [
    brandOf('own', ['Apple', 'Apple Computer']),
    brandOf('music', ['Apple Music']),
    brandOf('times', ['New York Times', 'NYT']),
    brandOf('square', ['Times Square Garden']),
  ];
  const text = 'Apple Music, Apple Computer, Apple and the New York Times, the NYT. New York Times Square Garden';
  expect(await countsOf(text, brands)).toEqual([2, 1, 2, 1]);
});

test('two brands of one name are both mentioned, at the same position', async () => {
  const { brands } = await readAnswer({ text: 'Acme is good. Bolt is better.', citations: [] }, [
    brandOf('own', ['Acme']),
    brandOf('cmp_1', ['ACME', 'Acme']),
    brandOf('cmp_2', ['Bolt']),
  ]);
  expect(brands.map(({ brand, position, sentiment }) => [brand, position, sentiment === null])).toEqual([
    ['own', 1, true],
    ['cmp_1', 1, true],
    ['cmp_2', 3, false],
  ]);
});

const names = fc.constantFrom('Notion', 'Obsidian', 'Apple', 'Evernote', '飞书', 'Booking.com', 'X');
const texts = fc
  .array(fc.oneof(names, fc.constantFrom('and', 'the', 'notional', '.', '\n\n', '- ', 'xNotion', 'is good'), fc.string()))
  .map((parts) => parts.join(' '));
const all = ['Notion', 'Obsidian', 'Apple', 'Evernote', '飞书', 'Booking.com', 'X'].map((name, at) => brandOf(`b${at}`, [name]));

describe('for any text', () => {
  test('the order of brands decides nothing', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.shuffledSubarray(all, { minLength: all.length }), async (text, shuffled) => {
        const byId = (read: Awaited<ReturnType<typeof readAnswer>>) => read.brands.toSorted((a, b) => a.brand.localeCompare(b.brand));
        const [one, other] = await Promise.all([readAnswer({ text, citations: [] }, all), readAnswer({ text, citations: [] }, shuffled)]);
        expect(byId(one)).toEqual(byId(other));
      }),
    );
  });

  test('a brand with several names is mentioned as often as they are', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const parts = await countsOf(text, all);
        const [whole] = await countsOf(text, [
          brandOf(
            'own',
            all.flatMap((brand) => brand.names),
          ),
        ]);
        expect(whole).toBe(parts.reduce((sum, count) => sum + count, 0));
      }),
    );
  });

  test('a name is never found inside a word', async () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'é', 'ß', '3', 'ж'), minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(letters, letters, fc.constantFrom('Notion', 'Apple', 'X'), async (before, after, name) => {
        expect(await countOf(name, `so ${before}${name} and ${name}${after} and ${before}${name}${after}.`)).toBe(0);
      }),
    );
  });

  test('who is not in it is not told', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const { brands } = await readAnswer({ text, citations: [] }, [...all, brandOf('absent', ['Zzyzx Qwrk'])]);
        expect(brands.map(({ brand }) => brand)).not.toContain('absent');
      }),
    );
  });
});
