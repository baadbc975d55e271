import type { Turn } from '../../support/llm-dialect.ts';
import { goodKey } from '../../support/llm-server.ts';
import { serveWriter, type Ask, type Whim } from '../../support/llm-writer.ts';
import { startVisibilityDesk } from './support.ts';

export const praise = 'Acme ist ein wirklich gutes Werkzeug für kleine Firmen und Vereine.';
export const blame = 'Acme stürzt oft ab, und der Kundendienst antwortet erst nach Wochen.';

/** What stands between the tags: the name, and the sentence. */
export const fencedIn = ({ prompt }: Ask) => [...prompt.matchAll(/<material>\n([^]*?)\n<\/material>/g)].map(([, text]) => text!);

export const saying = (figureOf: (sentence: string, ask: Ask) => number | Turn | string | undefined): Whim => {
  return (ask) => {
    const figure = figureOf(fencedIn(ask)[1]!, ask);
    return typeof figure === 'number' ? JSON.stringify({ sentiment: figure }) : (figure ?? { status: 500 });
  };
};

export async function openJudgedDesk(whim: Whim, settings: Record<string, unknown> = {}) {
  const judge = await serveWriter('openai', whim);
  const desk = await startVisibilityDesk();
  const given = { provider: 'judge', baseUrl: `${judge.url}v1`, apiKey: goodKey, model: 'small-1', contextTokens: 32_000, ...settings };
  await desk.desk.call('integrations_set', given);
  /** Takes one answer; returns what is said of the own brand once all work is done. */
  const ownIn = async (text: string) => {
    const { id } = await desk.read(text);
    await desk.desk.runDue();
    return (await desk.get(id)).brands.find(({ brand }) => brand === 'own')!;
  };
  return { ...desk, judge, ownIn };
}
