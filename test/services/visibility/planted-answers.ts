import type { Row, Rows } from '../../support/rows.ts';

interface Planted {
  projectId: string;
  promptId: string;
  /** Both included. */
  from: number;
  to: number;
  /** Rows of brands and of citations for each answer. */
  brands?: number;
  citations?: number;
  text?: string;
}

/** Answers beside the desk, as it would have read them: number n was asked at the time n. */
export async function plantAnswers(
  rows: Rows,
  { projectId, promptId, from, to, brands = 1, citations = 1, text = 'Acme is good.' }: Planted,
): Promise<void> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const at = (n: number) => ({ project_id: projectId, prompt_id: promptId, asked_at: n, engine: 'openai', surface: 'api' });
  const answers = numbers.map((n): Row => {
    const read = { read_for: 1, analyzed_at: 1, has_inline: 0, analysis: '{"sentences":{}}', language: 'en' };
    return { ...at(n), ...read, id: `ans_${n}`, prompt: 'Which one?', text, given: '[]', hash: String(n), created_at: n };
  });
  await rows.insert('ai_answers', answers);
  const each = (count: number, rowAt: (n: number, nth: number) => Row) =>
    numbers.flatMap((n) => Array.from({ length: count }, (_, nth) => ({ ...at(n), answer_id: `ans_${n}`, ...rowAt(n, nth) })));
  await rows.insert(
    'ai_answer_brands',
    each(brands, (_, nth) => ({ brand: nth === 0 ? 'own' : `cmp_${nth}`, mentions: 1, sentiment_count: 0, cited: 0 })),
  );
  const cited = { host: 'example.com', domain: 'example.com', inline: 1, status: 'ok' };
  await rows.insert(
    'ai_answer_citations',
    each(citations, (_, nth) => ({ ...cited, number: nth + 1, url: `https://example.com/${nth}`, key: `example.com/${nth}` })),
  );
}

/** The same for very many of one prompt, each with one brand and one citation, in statements that make them all. */
export async function plantMany(
  rows: Rows,
  { projectId, promptId, count }: { projectId: string; promptId: string; count: number },
): Promise<void> {
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
  const at = `'${projectId}', '${promptId}', n, 'openai', 'api'`;
  await rows.query(`insert into ai_answers (project_id, prompt_id, asked_at, engine, surface, id, prompt, text, given, hash, created_at, read_for, analyzed_at, has_inline)
    ${numbers} select ${at}, 'ans_' || n, 'Which one?', 'Acme is good.', '[]', n, n, 1, 1, 0 from numbers`);
  await rows.query(`insert into ai_answer_brands (project_id, prompt_id, asked_at, engine, surface, answer_id, brand, mentions, sentiment_count, cited)
    ${numbers} select ${at}, 'ans_' || n, 'own', 1, 0, 0 from numbers`);
  await rows.query(`insert into ai_answer_citations (project_id, prompt_id, asked_at, engine, surface, answer_id, number, url, "key", host, domain, inline, status)
    ${numbers} select ${at}, 'ans_' || n, 1, 'https://example.com/', 'example.com', 'example.com', 'example.com', 1, 'ok' from numbers`);
}
