import { describe, expect, test } from 'vitest';
import { readDocument, type DocumentKind } from '../../src/documents/reading.ts';

async function passagesOf(kind: DocumentKind, content: string) {
  const { passages } = await readDocument({ kind, content });
  return passages.map(({ kind: sort, text }) => ({ [sort]: text }));
}

describe('code', () => {
  const code = 'if (cup) {\n    fill(cup); // `to the brim`\n\n  stop();\n}';
  const marked = code.replaceAll('`', '`');

  test.each([
    ['markdown', `To brew, call this:\n\n\`\`\`js\n${marked}\n\`\`\`\n\nThen drink the coffee.`],
    ['html', `<p>To brew, call this:</p><div class="highlight"><pre><span></span>${marked}\n</pre></div><p>Then drink the coffee.</p>`],
    ['text', `To brew, call this:\n\n\`\`\`\n${marked}\n\`\`\`\n\nThen drink the coffee.`],
  ] as const)('in %s is a passage of its own, verbatim, after the prose that leads to it', async (kind, content) => {
    const { passages, wordCount, text } = await readDocument({ kind, content });
    expect(passages).toEqual([
      { kind: 'prose', heading: null, text: 'To brew, call this:', wordCount: 4 },
      { kind: 'code', heading: null, text: code, wordCount: 0 },
      { kind: 'prose', heading: null, text: 'Then drink the coffee.', wordCount: 4 },
    ]);
    expect(wordCount).toBe(8);
    expect(text).toContain(code);
  });

  test('indented in plain text is code after a colon, and a quotation is not', async () => {
    expect(await passagesOf('text', 'Run this:\n\n    brew --hot\n    pour\n\nShe then said:\n\n    It is good coffee, and hot.')).toEqual([
      { prose: 'Run this:' },
      { code: '    brew --hot\n    pour' },
      { prose: 'She then said:\n\nIt is good coffee, and hot.' },
    ]);
  });

  test('of line numbers is none, and code beside them is', async () => {
    const rows = '<table><tr><td><pre>1\n2</pre></td><td><pre>brew\npour</pre></td></tr></table>';
    expect(await passagesOf('html', `<p>This is how one does it.</p>${rows}`)).toEqual([
      { prose: 'This is how one does it.' },
      { code: 'brew\npour' },
    ]);
  });

  test('too long for a passage is cut between its lines, and nothing of it is lost', async () => {
    const lines = Array.from({ length: 600 }, (_, index) => `  pour(${index});`);
    const { passages } = await readDocument({ kind: 'markdown', content: `Do this:\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`` });
    expect(passages.slice(1).flatMap(({ text }) => text.split('\n'))).toEqual(lines);
    for (const { text } of passages) expect(text.length).toBeLessThanOrEqual(4000);
  });

  test.each([
    ['markdown', 'Use `brew --hot` and `pour()` for it.'],
    ['html', '<p>Use <code>brew <var>--hot</var></code> and <tt>pour</tt><code>()</code> for it.</p>'],
  ] as const)('within a sentence of %s stays there, between backticks', async (kind, content) => {
    expect(await passagesOf(kind, content)).toEqual([{ prose: 'Use `brew --hot` and `pour()` for it.' }]);
  });

  test('in a heading has no backticks', async () => {
    const html = await readDocument({ kind: 'html', content: '<h2>The <code>brew</code> command</h2><p>It makes good coffee.</p>' });
    const markdown = await readDocument({ kind: 'markdown', content: '## The `brew` command\n\nIt makes good coffee.' });
    for (const { passages } of [html, markdown]) expect(passages[0]!.heading).toBe('The brew command');
  });
});

describe('a table', () => {
  test.each([
    ['markdown', '| Plan | Price |\n|---|---|\n| Basic | 10 euros |\n| Pro | 20 euros |'],
    [
      'html',
      '<table><thead><tr><th>Plan</th><th>Price</th></tr></thead><tr><td><p>Basic</p></td><td>10 euros</td></tr><tr><td>Pro</td><td>20 euros</td></tr></table>',
    ],
  ] as const)('of %s tells each row with its header', async (kind, content) => {
    expect(await passagesOf(kind, content)).toEqual([{ prose: '- Plan: Basic; Price: 10 euros\n- Plan: Pro; Price: 20 euros' }]);
  });

  test('with a header on each row tells it too', async () => {
    const content = '<table><tr><th>Holds</th><td>ten litres</td></tr><tr><th>Works at</th><td>90 bar</td></tr></table>';
    expect(await passagesOf('html', content)).toEqual([{ prose: '- Holds: ten litres\n- Works at: 90 bar' }]);
  });
});

describe('a list in order', () => {
  const steps = '1. Grind the beans:\n\n   ```\n   grind 20\n   ```\n\n   Not too fine.\n2. Pour the water.';
  const html = '<ol><li><p>Grind the beans:</p><pre>grind 20</pre><p>Not too fine.</p></li><li>Pour the water.</li></ol>';
  test.each([
    ['markdown', steps],
    ['html', html],
  ] as const)('of %s keeps its numbers where code stands between', async (kind, content) => {
    expect(await passagesOf(kind, content)).toEqual([
      { prose: '1. Grind the beans:' },
      { code: 'grind 20' },
      { prose: 'Not too fine.\n\n2. Pour the water.' },
    ]);
  });

  test('starts where it says', async () => {
    expect(await passagesOf('html', '<ol start="3"><li>Pour the hot water.</li><li value="7">Drink the coffee.</li></ol>')).toEqual([
      { prose: '3. Pour the hot water.\n7. Drink the coffee.' },
    ]);
  });
});

test('a term stands before what explains it, with the code of the explanation after both', async () => {
  const content =
    '<dl><dt><code>-f</code></dt><dt><code>--fine</code></dt><dd><p>Grinds finely.</p><p>It takes long.</p><pre>grind -f</pre></dd></dl>';
  expect(await passagesOf('html', content)).toEqual([{ prose: '- `-f`, `--fine`: Grinds finely. It takes long.' }, { code: 'grind -f' }]);
});
