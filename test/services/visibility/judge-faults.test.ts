import { describe, expect, test } from 'vitest';
import { AppError, Declined } from '../../../src/errors.ts';
import type { ChatModel } from '../../../src/providers/llm/index.ts';
import { judgeSentences } from '../../../src/services/visibility/answers/judge.ts';
import type { Turn } from '../../support/llm-dialect.ts';
import { openRealSystem } from '../../providers/llm/support.ts';
import { blame, fencedIn, openJudgedDesk, praise, saying } from './judged-desk.ts';

const foul = 'Mit Acme lässt sich auch schlimmer Unsinn über andere Leute verbreiten.';

test.each<[string, Turn]>([
  ['the model', { refusal: 'I cannot judge that.' }],
  ['its rules for content', { status: 400, error: { message: 'Output blocked by content filtering policy' } }],
  ['a filter before it', { status: 400, error: { message: 'Filtered.', code: 'content_filter' } }],
])('a sentence that %s refuses is asked about once, and no other goes without', async (_, refused) => {
  const desk = await openJudgedDesk(saying((sentence) => (sentence === foul ? refused : 70)));
  const own = await desk.ownIn(`${praise} ${foul} ${blame}`);
  expect(own.sentences).toMatchObject([{ sentiment: 70 }, { sentiment: null, why: 'provider_error' }, { sentiment: 70 }]);
  for (let hours = 0; hours < 3; hours++) await desk.advance(3_600_000);
  expect(desk.judge.asks.map((ask) => fencedIn(ask)[1])).toEqual([praise, foul, blame]);
});

test('figures stand before the last of many sentences is judged', async () => {
  const many = Array.from({ length: 20 }, (_, at) => `Acme ist im Jahr ${2001 + at} ein wirklich gutes Werkzeug gewesen.`);
  const seen: Promise<number | null>[] = [];
  const desk = await openJudgedDesk(
    saying((sentence) => {
      if (sentence === many[18]) seen.push(figureOf());
      return 80;
    }),
  );
  const { id } = await desk.read(many.join(' '));
  const figureOf = async () => (await desk.get(id)).brands[0]!.sentiment;
  await desk.desk.runDue();
  expect(await Promise.all(seen)).toEqual([80]);
  expect(desk.judge.asks.map((ask) => fencedIn(ask)[1])).toEqual(many);
});

describe('a judge that fails', () => {
  const failed = new AppError('provider_failed', 'It broke.');
  const refused = new AppError('provider_refused', 'Wrong key.');
  const gone = new Error('The process is closing.');
  const closing = new AbortController();
  const declined = new Declined('provider_refused', 'Not this.');

  /** What comes of sentences that are answered like that, and how many were asked about. */
  async function judged(answers: readonly (number | Error)[], signal = new AbortController().signal) {
    const asked: number[] = [];
    const complete = async () => {
      const one = answers[asked.push(asked.length) - 1]!;
      if (one === gone) closing.abort(one);
      if (one instanceof Error) throw one;
      return { value: { sentiment: one } };
    };
    const system = { ...openRealSystem(), pause: () => new Promise<void>(() => {}) };
    const model = { provider: 'openai', model: 'small', contextTokens: 32_000, complete } as unknown as ChatModel;
    const open = answers.map((__, at) => ({ key: `${at}`, text: `Satz ${at}`, name: 'Acme' }));
    const { said, failed: isOut } = await judgeSentences(system, model, open, signal);
    return { said: open.map(({ key }) => said.get(key)), isOut, asked: asked.length };
  }

  test('because the process closes: what was judged before is told', async () => {
    expect(await judged([1, 2, gone, 3], closing.signal)).toEqual({ said: [1, 2, undefined, undefined], isOut: false, asked: 3 });
    await expect(judged([gone, 1], closing.signal)).rejects.toBe(gone);
  });

  test.each([
    ['once: that sentence alone is left', [1, failed, 2], [1, 'none', 2], false, 3],
    ['at the last: that too', [1, 2, failed], [1, 2, 'none'], false, 3],
    ['twice, others between: these sentences are left', [failed, 1, failed, 2], ['none', 1, 'none', 2], false, 4],
    ['twice in a row: no more is asked, and these are open', [1, failed, failed, 2], [1, 'provider_error', 'provider_error', 'provider_error'], true, 3], // prettier-ignore
    ['at all it has: it is open', [failed], ['provider_error'], true, 1],
    ['by its key: no more is asked', [1, refused, 2], [1, 'provider_error', 'provider_error'], true, 2],
    ['by content, however often: those are left', [declined, declined, declined, 1], ['none', 'none', 'none', 1], false, 4],
  ])('%s', async (_, answers, said, isOut, asked) => {
    expect(await judged(answers)).toEqual({ said, isOut, asked });
  });
});
