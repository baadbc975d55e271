import type { openBare } from '../db/bare.ts';
import { generator } from './random.ts';

/** Who made answers are about. */
export interface MadeFor {
  projectId: string;
  prompts: readonly string[];
  /** `own`, and the competitors. */
  brands: readonly string[];
  answers: number;
  now: number;
}

const dayMs = 24 * 3_600_000;
/** Sources of each answer, and sites that they lie on. */
const [citationsOfEach, sites] = [5, 300];
const engines = ['anthropic', 'gemini', 'openai', 'perplexity'];

/** Answers of 60 days to each prompt by four engines, as they are once they were read: a prompt names a brand nearly always, or nearly never. */
export function makeAnswers(bare: ReturnType<typeof openBare>, { projectId, prompts, brands, answers, now }: MadeFor): void {
  const random = generator(17);
  const answer = bare.prepare(
    `insert into ai_answers (id, project_id, prompt_id, prompt, engine, surface, text, given, hash, asked_at, created_at, read_for, analyzed_at, has_inline, analysis)
     values (?, ?, ?, 'Which?', ?, 'api', ?, '[]', ?, ?, ?, 1, ?, ?, '{"sentences":{}}')`,
  );
  const brand = bare.prepare(`insert into ai_answer_brands values (?, ?, ?, ?, ?, ?, 'api', ?, ?, ?, ?, ?, ?)`);
  const citation = bare.prepare(
    `insert into ai_answer_citations values (?, ?, ?, ?, ?, ?, 'api', 'https://' || ?, ?, ?, ?, 'A page', null, ?, null, 'ok')`,
  );
  const chances = prompts.map(() => brands.map(() => (random() < 0.5 ? 0.15 : 0.85)));
  const text = 'An engine says something of about this length about pools. '.repeat(20);
  bare.transaction(() => {
    for (let nth = 0; nth < answers; nth++) {
      const [prompt, engine] = [nth % prompts.length, engines[Math.floor(nth / prompts.length) % engines.length]!];
      const [id, askedAt] = [`ans_${String(nth).padStart(32, '0')}`, now - Math.floor(random() * 60 * dayMs)];
      const isInline = random() < 0.6;
      answer.run(id, projectId, prompts[prompt], engine, text, `hash ${nth}`, askedAt, askedAt, askedAt, Number(isInline));
      for (let number = 1; number <= citationsOfEach; number++) {
        const site = `site-${Math.floor(random() ** 2 * sites)}.example`;
        const key = `${site}/${prompt}/${Math.floor(random() * 5)}`;
        citation.run(projectId, prompts[prompt], askedAt, id, number, engine, key, key, site, site, Number(isInline));
      }
      const named = brands.filter((_, index) => random() < chances[prompt]![index]!);
      for (const [rank, one] of named.entries()) {
        const [mentions, cited] = [1 + Math.floor(random() * 3), Math.floor(random() * 2)];
        const prominence = isInline ? cited / (2 * named.length) : null;
        brand.run(
          projectId,
          prompts[prompt],
          askedAt,
          id,
          one,
          engine,
          mentions,
          rank + 1,
          Math.round(random() * 100),
          1,
          cited,
          prominence,
        );
      }
    }
  })();
  bare.exec('analyze');
}
