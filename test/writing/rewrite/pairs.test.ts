import { expect, test } from 'vitest';
import { checkRewrite } from '../../../src/writing/rewrite/check.ts';
import { pageOf, readRewritten, rewriteOf } from './support.ts';

test('of sentences of pages rewritten by hand, falsehoods are held back and honest ones pass', async () => {
  const held: Record<'lies' | 'honest', number> = { lies: 0, honest: 0 };
  const pairs = readRewritten();
  for (const { language, title, page, original, rewritten, lie } of pairs) {
    const before = pageOf(`# ${title}\n\n${page.join(' ')}\n`, { title, language });
    const { claims } = await checkRewrite(
      rewriteOf(
        before,
        before.markdown.replace(original, () => rewritten),
      ),
    );
    if (claims.some(({ gate }) => gate)) held[lie === null ? 'honest' : 'lies']++;
  }
  const honest = pairs.filter(({ lie }) => lie === null).length;
  // Whoever holds back every changed sentence catches 60 of 60, and 41 of 41 that are true.
  expect({ lies: pairs.length - honest, honest }).toEqual({ lies: 60, honest: 41 });
  expect(held.lies).toBeGreaterThanOrEqual(52);
  expect(held.honest).toBeLessThanOrEqual(2);
});
