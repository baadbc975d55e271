import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sentimentOf } from '../../src/visibility/sentiment.ts';

/** The sentiment of a sentence that calls the brand Acme. */
function of(text: string, name = 'Acme'): Promise<number> {
  let named = '';
  const names = text.split('Acme').flatMap((part, at, parts) => {
    named += part;
    if (at === parts.length - 1) return [];
    const start = named.length;
    named += name;
    return [{ start, end: named.length }];
  });
  return sentimentOf({ text: named, names });
}

/** Those of the sentences, a line each, whose sentiment is not what it should be. */
async function wrong(sentences: string, isRight: (sentiment: number) => boolean): Promise<string[]> {
  const lines = sentences.trim().split(/\n\s*/);
  const sentiments = await Promise.all(lines.map((line) => of(line)));
  return lines.flatMap((line, at) => (isRight(sentiments[at]!) ? [] : [`${sentiments[at]} ${line}`]));
}

const praise = `
  Acme is widely regarded as the best option for small law firms.
  If you want something that just works, go with Acme.
  Acme stands out for its clean interface and responsive support team.
  Many freelancers prefer Acme because setup takes five minutes.
  Acme offers excellent value for money.
  Reviewers consistently praise Acme for its battery life.
  Acme is hard to beat at this price.
  You can’t go wrong with Acme.
  Acme never lets me down.
  We switched to Acme last year and never looked back.
  There are no hidden fees with Acme.
  Acme is a solid choice for remote teams.
  I had no problems with Acme in three years.
  Acme’s free plan is surprisingly generous.
  Acme is easy to learn and a joy to use.
  For beginners, Acme is ideal.
  Acme is plug-and-play.`;

const blame = `
  Acme is overpriced for what you get.
  Acme’s free plan limits you to two projects.
  Avoid Acme if you care about privacy.
  Acme lacks offline mode and has no mobile app.
  Advanced reports are locked behind Acme’s Enterprise tier.
  Acme crashed twice during our demo.
  I would not recommend Acme to anyone.
  We moved away from Acme after the third outage.
  Acme’s customer support is slow to respond.
  The learning curve of Acme is steep.
  Acme doesn’t support single sign-on.
  Acme can be expensive as your team grows.
  Acme has fallen behind its competitors.
  Never buy an Acme printer again.
  Acme raised its prices twice in one year.
  Acme is overkill for a two-person shop.
  The Acme app drains the battery.
  Acme feels cheap and flimsy.
  Acme won’t work with older phones.
  I gave up on Acme after a week.
  Acme leaves a lot to be desired.
  Acme costs twice as much as the rest.`;

const statements = `
  Acme was founded in 2009 and is based in Berlin.
  Acme offers a free trial and three paid plans.
  Acme is a project management tool for teams.
  Acme integrates with Slack and Gmail.
  The Acme hard drive has two terabytes of space.
  Acme sells insurance in twelve states.
  Acme supports Windows, Linux and macOS.
  Acme provides bug tracking, time tracking and a help desk.
  Acme Energy supplies solar power.
  Acme is open source.`;

describe('talk about products', () => {
  test('praise is above the middle', async () => expect(await wrong(praise, (sentiment) => sentiment > 52.5)).toEqual([]));
  test('blame is below', async () => expect(await wrong(blame, (sentiment) => sentiment < 47.5)).toEqual([]));
  test('what a product is, has or sells is neither', async () =>
    expect(await wrong(statements, (sentiment) => sentiment === 50)).toEqual([]));
});

describe('where the brand is only the yardstick, what praises the other blames it', () => {
  test.each(['faster', 'more reliable', 'cheaper', 'slower', 'worse', 'more expensive', 'less reliable'])('%s than', async (more) => {
    const [ahead, behind] = [await of(`Acme is ${more} than Bolt.`), await of(`Bolt is ${more} than Acme.`)];
    expect(ahead).not.toBe(50);
    expect(ahead + behind).toBeCloseTo(100, 1);
  });

  test('in other words too', async () => {
    const worse = `
      There are better alternatives to Acme.
      Compared to the old Acme, Bolt feels fast and polished.
      Most reviewers recommend Bolt over Acme.
      Bolt is a big improvement over Acme.
      Bolt is a great Acme alternative.
      I would buy the sturdier Bolt over an Acme.
      Use Bolt instead of Acme.
      Bolt outperforms Acme in every test.`;
    const better = `
      Unlike Acme, Bolt charges hidden fees and crashes often.
      Bolt is not as reliable as Acme.
      It is probably not worth the premium over the Acme.
      Nothing beats Acme.`;
    expect(await wrong(worse, (sentiment) => sentiment < 50)).toEqual([]);
    expect(await wrong(better, (sentiment) => sentiment > 50)).toEqual([]);
  });

  test('but not where it is spoken of as well, or the comparison has ended', async () => {
    expect(await of('Acme is great, and the new Acme is faster than Acme.')).toBeGreaterThan(50);
    expect(await of('If you want more than a toy, Acme is great.')).toBeGreaterThan(50);
    expect(await of('More than 500 Acme users are happy.')).toBeGreaterThan(50);
  });
});

describe('negation', () => {
  test.each(['good', 'great', 'reliable', 'fast', 'easy to use', 'bad', 'slow', 'terrible', 'confusing'])(
    'turns “%s” over',
    async (word) => {
      const plain = await of(`Acme is ${word}.`);
      for (const negated of [`Acme is not ${word}.`, `Acme isn’t ${word}.`, `Acme isn't really ${word}.`, `Acme is never ${word}.`]) {
        expect(((await of(negated)) - 50) * (plain - 50), negated).toBeLessThan(0);
      }
    },
  );

  test('ends with its part of the sentence', async () => {
    expect(await of('Acme is not small, it is great.')).toBe(await of('Acme is great.'));
    expect(await of('Acme is not small but great.')).toBe(await of('Acme is great.'));
  });

  test('is none in “not only”, “no doubt” and the like', async () => {
    expect(await of('Acme is not only fast.')).toBe(await of('Acme is fast.'));
    expect(await of('Acme is, no doubt, fast.')).toBe(await of('Acme is fast.'));
  });
});

test('what stands before the last “but” counts half', async () => {
  expect(await of('Acme looks great but is slow.')).toBeLessThan(50);
  expect(await of('Acme is slow but looks great.')).toBeGreaterThan(50);
  expect(await of('Acme isn’t the cheapest, but it is worth every penny.')).toBeGreaterThan(75);
});

test('where no phrase of ours is met, the figure is VADER’s', async () => {
  // Its compounds of "great" and "horrible" are 0.6249 and -0.5423.
  expect(await of('Acme is great.')).toBe(81.25);
  expect(await of('Acme is horrible.')).toBe(22.89);
});

describe('the name', () => {
  const sentences = [
    'Acme is great.',
    'Avoid Acme.',
    'Bolt is faster than Acme.',
    'Acme’s free plan is not bad, but Acme is slow.',
    'We switched from Acme to Bolt.',
  ];
  const name = fc.oneof(
    fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }),
    fc.constantFrom(
      'Best Buy',
      'not',
      'No',
      'than',
      'Free',
      'but',
      '$&',
      '\uFFFC',
      'Never Worse',
      'constructor',
      '1Password',
      'Yahoo!',
      'can’t',
    ),
  );

  test('changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...sentences), name, async (sentence, called) => {
        expect(await of(sentence, called)).toBe(await of(sentence));
      }),
    );
  });
});

describe('hostile input', () => {
  test('any text has a figure from 0 to 100', async () => {
    const words = fc.constantFrom(
      'not',
      'very',
      'than',
      'but',
      'Acme',
      'too',
      'no',
      '#',
      '@',
      '|',
      'can’t',
      'good',
      'bad',
      '$1',
      ',',
      '__proto__',
      'constructor',
      'hasOwnProperty',
      '😀',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(words, { maxLength: 60 }).map((many) => many.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (any) => {
        const sentiment = await of(any);
        expect(sentiment >= 0 && sentiment <= 100).toBe(true);
      }),
    );
  });

  test('what stands for a name counts for none in a text', async () => {
    expect(await of('Acme is good, faster than \uFFFC.')).toBe(await of('Acme is good, faster than .'));
    expect(await of('Avoid \uFFFC.')).toBe(await of('Avoid .'));
  });

  test('what objects inherit is no word', async () => {
    expect(await of('Acme constructor toString __proto__ valueOf.')).toBe(50);
  });

  test('of a sentence without end, what is far from the name is not read', async () => {
    expect(await of(`Acme is great ${'and more '.repeat(200)} and terrible`)).toBe(81.25);
    expect(await of(`${'and more '.repeat(200)} Acme is great`)).toBe(81.25);
  });
});
