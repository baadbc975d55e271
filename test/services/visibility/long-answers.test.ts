import { expect, test } from 'vitest';
import type { AiAnswer } from '../../../schema/ai-answers.ts';
import { startVisibilityDesk } from './support.ts';

test('a long answer comes in parts, which together are all of it, and its sources with the first', async () => {
  const { desk, read } = await startVisibilityDesk();
  const text = `Acme is good. ${'Many words 😀 follow. '.repeat(1_000)}Acme is fine.`;
  const citations = Array.from({ length: 120 }, (_, at) => ({ url: `https://site-${at}.example/` }));
  const first = await read(text, { citations });
  expect(first).toMatchObject({ textLength: text.length, citationCount: 120, cutAt: first.text.length });
  expect(first.citations).toHaveLength(50);
  let whole = first.text;
  for (let from = first.cutAt; from !== null;) {
    const part = (await desk.call('ai_answers_get', { id: first.id, from })) as AiAnswer;
    expect(part).toMatchObject({ textLength: text.length, citations: [], brands: [], citationCount: 120 });
    expect(part.text.isWellFormed()).toBe(true);
    whole += part.text;
    from = part.cutAt;
  }
  expect(whole).toBe(text);
});
