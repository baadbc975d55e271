import { describe, expect, test } from 'vitest';
import { cameraManual, otherManual } from '../../../support/camera-manual.ts';
import { createTestApp } from '../../../support/test-app.ts';
import { create, dayAfter } from './support.ts';

type Pages = readonly { title: string; markdown: string }[];

/** Of each keyword the section that carries it, or what is lacking. */
async function carriedBy(pages: Pages, keywords: readonly string[]): Promise<(string | undefined)[]> {
  const app = await createTestApp();
  for (const page of pages) await app.desk.call('knowledge_create', page);
  const asked = keywords.map((keyword, index) => ({ date: dayAfter(index + 1), keyword, targetWordCount: 200 }));
  const { slots } = await create(app, asked, { allowDuplicate: true });
  return slots.map(({ source, warnings }) => source ?? warnings?.[0]!.message.replace(/^The sources .* are needed\. /, ''));
}

const sections: readonly (readonly [keyword: string, source: string])[] = [
  ['how to reduce false alarms', 'Motion › Leaves and lamps'],
  ['add an ip camera', 'IP cameras › Adding an IP camera'],
  ['delete old events', 'Events › How many old events are deleted'],
  ['quiet hours', 'Messages › Quiet hours on holidays'],
];

describe('a name that a manual says now and then', () => {
  test.each(['… in argusvms', 'argusvms …', '… with ArgusVMS', 'ArgusVMS: …'])(
    'neither hides a section nor chooses it: “%s”',
    async (named) => {
      const keywords = sections.map(([keyword]) => named.replace('…', keyword));
      expect(await carriedBy(cameraManual, keywords)).toEqual(sections.map(([, source]) => source));
    },
  );

  test('does not choose the section of a manual that is one document', async () => {
    const [introduction, ...others] = cameraManual;
    const whole = {
      title: 'User guide',
      markdown: [introduction!, ...others].map(({ markdown }) => markdown.replaceAll(/^#/gm, '##')).join('\n'),
    };
    const asked = ['how to reduce false alarms', 'how to reduce false alarms with ArgusVMS'];
    expect(await carriedBy([whole], asked)).toEqual(Array(2).fill('User guide › Leaves and lamps'));
  });

  test('carries a keyword of nothing else, and one that only asks for an article on it', async () => {
    const found = await carriedBy(cameraManual, ['argusvms', 'what is argusvms', 'argusvms tutorial']);
    expect(found).toEqual(Array(3).fill('Introduction › What it does'));
  });

  test('does not carry what the manual does not speak of', async () => {
    const found = await carriedBy(cameraManual, ['argusvms kubernetes', 'masks in ArgusVMS']);
    expect(found).toEqual(['No source speaks of “kubernetes”.', 'No source speaks of “masks”.']);
  });

  test('carries no keyword of another product’s name', async () => {
    const found = await carriedBy(cameraManual, ['heron', 'heron masks']);
    expect(found).toEqual(Array(2).fill('No document has any of its words.'));
  });

  test('leads to the product’s own pages where another’s stand beside them', async () => {
    const found = await carriedBy(
      [...cameraManual, ...otherManual],
      [
        'how to reduce false alarms in argusvms',
        'reduce false alarms with ArgusVMS',
        'how to reduce false alarms in heron',
        'argusvms masks',
      ],
    );
    expect(found).toEqual([
      'Motion › Leaves and lamps',
      'Motion › Leaves and lamps',
      expect.stringMatching(/^False positives › /),
      'Nearest: False positives › Masks, without “argusvms”.',
    ]);
  });
});
