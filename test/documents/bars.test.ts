import { expect, test } from 'vitest';
import { readDocument } from '../../src/documents/reading.ts';

async function textOf(content: string): Promise<string> {
  return (await readDocument({ kind: 'html', content })).passages.map(({ text }) => text).join('\n');
}

const said = '<p>A kiln is an oven that fires clay. Its walls keep the heat for hours, and its door stays shut until the next day.</p>';

test('a bar of links to the pages around is not read', async () => {
  const bar =
    '<table><tr><th colspan="5">12.1. Kilns</th></tr><tr><td><a href="a">Prev</a></td><td><a href="b">Up</a></td><th>Chapter 12. Pottery</th><td><a href="c">Home</a></td><td><a href="d">Next</a></td></tr></table>';
  expect(await textOf(`<body>${bar}${said}</body>`)).toBe(await textOf(`<body>${said}</body>`));
});

test('a table of links is', async () => {
  const rows = ['Oak', 'Elm', 'Ash', 'Fir'].map(
    (name) => `<tr><td><a href="${name}">${name}</a></td><td><a href="${name}/w">wood of the ${name}</a></td></tr>`,
  );
  expect(await textOf(`<body>${said}<table><tr><th>Tree</th><th>Wood</th></tr>${rows.join('')}</table></body>`)).toContain(
    'wood of the Elm',
  );
});

test('what stands under a picture is not read without it', async () => {
  const figure =
    '<div class="figure"><img src="kiln.png" alt="" /><div class="caption"><p>The kiln of the house before its repair.</p></div></div>';
  expect(await textOf(`<body>${said}${figure}${said}</body>`)).not.toContain('before its repair');
});

test('the title of a box is no heading of what follows the box', async () => {
  const box = '<div class="tip"><h3>Tip</h3><p>Keep the door of the kiln shut until the next day.</p></div>';
  const { passages } = await readDocument({
    kind: 'html',
    content: `<body><h1>Kilns</h1>${said}<h2>Firing</h2><p>A firing begins with a cold kiln.</p>${box}<p>It ends a day later.</p></body>`,
  });
  expect(passages.map(({ heading }) => heading)).not.toContain('Firing › Tip');
  expect(passages.at(-1)).toMatchObject({ heading: 'Firing', text: expect.stringContaining('It ends a day later.') });
});
