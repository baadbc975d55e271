import fc from 'fast-check';

const word = fc.constantFrom('pump', 'valve', 'seal', 'rotor', 'flow');
const address = fc.constantFrom('/a', '/b', 'https://a.example/x', 'http://www.a.example/x/', '#top');

/** A block of Markdown; few words, so that two texts have much in common. */
export const pieceOfMarkdown: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(word, word).map(([one, other]) => `The ${one} drives the ${other}.`),
  fc.tuple(word, address).map(([text, href]) => `Read of the [${text}](${href}) here.`),
  fc.tuple(word, address).map(([alt, src]) => `![${alt}](${src})`),
  fc.tuple(word, fc.constantFrom('sh', '')).map(([line, info]) => `\`\`\`${info}\n${line} --run\n\`\`\``),
  fc.tuple(word, word).map(([one, other]) => `| Part | Kind |\n| - | - |\n| ${one} | 1 |\n| ${other} | 2 |`),
  fc.tuple(fc.integer({ min: 1, max: 4 }), word).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  fc.tuple(word, word).map(([one, other]) => `- ${one}\n- ${other}`),
);

/** What parsers stumble over. */
export const hostileMarkdown: readonly string[] = [
  '',
  '\0',
  '# \n##\n#',
  '```\nnever closed',
  '[a]([b](c)',
  `${'['.repeat(2000)}${']'.repeat(2000)}`,
  '![](javascript:alert(1)) [](data:text/html,x) [x](//evil.example) [y](https://user:pass@h.example)',
  `${'> '.repeat(300)}deep`,
  `${'- '.repeat(200)}deep`,
  '| a |\n|-|\n| b | c | d |\n|',
  '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>',
  '\u202Eright to left\u202C and \uD800 half a pair',
  '[1]: https://a.example\n\n[1] [1] [2](x) [^3]',
  `${'*'.repeat(3000)}a${'*'.repeat(3000)}`,
  `${'`'.repeat(999)} a`,
];
