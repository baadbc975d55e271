import type { AiRun } from '../../../schema/ai-runs.ts';
import type { Job } from '../../../schema/jobs.ts';
import type { CopydeskOptions } from '../../../src/app.ts';
import { startSite, type Asked, type FakeSite, type Said } from '../../providers/publish/support.ts';
import type { TestApp } from '../../support/test-app.ts';
import { startVisibilityDesk } from './support.ts';

type Provider = 'perplexity' | 'gemini' | 'openai';

interface Question {
  provider: Provider;
  prompt: string;
  /** From 1, over all engines. */
  nth: number;
}

/** Perplexity, Gemini and an OpenAI-compatible server in one, on 127.0.0.1. */
export interface FakeEngines {
  site: FakeSite;
  /** What was asked, in its order. */
  asked: Question[];
  /** What is said to a question: a text, or the whole answer. Default: `Acme is fine.` */
  say(question: Question): Said | string | undefined;
  prompts(provider?: Provider): string[];
  configure(desk: TestApp['desk'], provider: Provider, settings?: Record<string, unknown>): Promise<void>;
}

const settingsOf: Readonly<Record<Provider, object>> = {
  perplexity: { apiKey: 'pplx-hush' },
  gemini: { apiKey: 'gem-hush', model: 'gemini-2.5-flash', inputPrice: 0, outputPrice: 0, searchPrice: 0.035 },
  openai: { apiKey: 'sk-hush', model: 'qwen3:8b' },
};

export async function startEngines(): Promise<FakeEngines> {
  const site = await startSite((given) => {
    const question = questionIn(given, engines.asked.length + 1);
    engines.asked.push(question);
    const said = engines.say(question) ?? 'Acme is fine.';
    return typeof said === 'string' ? { body: answerOf(question.provider, said) } : said;
  });
  const engines: FakeEngines = {
    site,
    asked: [],
    say: () => undefined,
    prompts: (provider) => engines.asked.filter((one) => provider === undefined || one.provider === provider).map(({ prompt }) => prompt),
    async configure(desk, provider, settings = {}) {
      await desk.call('integrations_set', { provider, baseUrl: `${site.url}/${provider}`, ...settingsOf[provider], ...settings });
    },
  };
  return engines;
}

function questionIn({ url, body }: Asked, nth: number): Question {
  const provider = url.pathname.split('/')[1] as Provider;
  const sent = JSON.parse(body.toString()) as {
    input?: string;
    messages?: [{ content: string }];
    contents?: [{ parts: [{ text: string }] }];
  };
  return { provider, prompt: sent.input ?? sent.messages?.[0].content ?? sent.contents![0].parts[0].text, nth };
}

export const source = 'https://www.acme.example/docs';

function answerOf(provider: Provider, words: string): object {
  if (provider === 'perplexity') {
    return {
      status: 'completed',
      model: 'perplexity/sonar',
      output: [
        { type: 'search_results', results: [{ id: 1, url: source, title: 'Docs' }] },
        { type: 'message', content: [{ type: 'output_text', text: `${words} [1]` }] },
      ],
      usage: { input_tokens: 10, output_tokens: 5, cost: { total_cost: 0.005, currency: 'USD' } },
    };
  }
  if (provider === 'openai') return { model: 'qwen3:8b', choices: [{ message: { content: words }, finish_reason: 'stop' }] };
  return {
    candidates: [{ content: { parts: [{ text: words }] }, finishReason: 'STOP', groundingMetadata: { webSearchQueries: ['q'] } }],
    usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 6 },
  };
}

const addPrompts = async ({ desk }: Pick<TestApp, 'desk'>, prompts: readonly string[]): Promise<string[]> =>
  ((await desk.call('prompts_create', { prompts })) as { prompts: { id: string }[] }).prompts.map(({ id }) => id);

export const startRun = ({ desk }: Pick<TestApp, 'desk'>, input: Record<string, unknown> = {}) =>
  desk.call('ai_visibility_run', input) as Promise<AiRun>;

export const jobOf = ({ desk }: Pick<TestApp, 'desk'>, id: string) => desk.call('jobs_get', { id }) as Promise<Job>;

/** Asks, and does the work. */
export async function run(app: Pick<TestApp, 'desk'>, input: Record<string, unknown> = {}): Promise<Job> {
  const { jobId } = await startRun(app, input);
  await app.desk.runDue();
  return jobOf(app, jobId);
}

/** A desk with prompts, and engines that nobody has configured yet. */
export async function startRunDesk(prompts: readonly string[] = ['Which oven?', 'Which flour?'], options: CopydeskOptions = {}) {
  const desk = await startVisibilityDesk(options);
  const engines = await startEngines();
  return { ...desk, engines, ids: await addPrompts(desk, prompts) };
}
