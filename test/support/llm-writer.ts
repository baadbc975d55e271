import { EventEmitter, once } from 'node:events';
import { serveModel, type LlmServer } from './llm-server.ts';
import type { Received, Turn } from './llm-dialect.ts';

export type AskKind = 'outline' | 'introduction' | 'section' | 'mending' | 'closing' | 'verdicts';

/** What a model that writes is asked, as it can tell from the prompt alone. */
export interface Ask {
  kind: AskKind;
  /** Of the section that is wanted. */
  heading: string;
  system: string;
  prompt: string;
  /** What was said after the prompt: an answer that was not accepted, and why. */
  objections: string[];
  passages: Passage[];
}

interface Passage {
  number: string;
  text: string;
}

export interface WriterServer extends LlmServer {
  asks: Ask[];
  /** `section: What a Pool Is`, in the order in which they came. */
  asked(): string[];
  /** Until this is asked for, or has been. */
  reached(kind: AskKind): Promise<void>;
  /** The tokens of all answers, as the server counts them. */
  counted: { calls: number; input: number; output: number };
}

/** How a model differs from the honest one: by a turn of its own, or by another text; undefined for no difference. */
export type Whim = (ask: Ask, honest: string) => Turn | string | undefined;

/**
 * A model that reads its prompt and answers truly from the passages in it, in their own words, each sentence cited. It knows nothing of the desk but its prompts.
 */
export async function serveWriter(provider: 'openai' | 'anthropic', whim: Whim = () => undefined): Promise<WriterServer> {
  const asks: Ask[] = [];
  const arrivals = new EventEmitter();
  const counted = { calls: 0, input: 0, output: 0 };
  const server = await serveModel(provider, (received) => {
    const ask = askOf(received);
    asks.push(ask);
    arrivals.emit(ask.kind);
    const honest = answer(ask);
    const other = whim(ask, honest);
    const turn: Turn = typeof other === 'string' ? { say: other } : { say: honest, ...other };
    if (turn.status !== undefined || turn.breaks !== undefined) return turn;
    const usage =
      turn.usage === undefined ? ([Math.ceil(ask.prompt.length / 4), Math.ceil(turn.say!.length / 4) + 2] as const) : turn.usage;
    counted.calls++;
    counted.input += usage?.[0] ?? 0;
    counted.output += usage?.[1] ?? 0;
    return { ...turn, usage };
  });
  const asked = () => asks.map(({ kind, heading }) => (heading ? `${kind}: ${heading}` : kind));
  const reached = async (kind: AskKind) => {
    if (!asks.some((ask) => ask.kind === kind)) await once(arrivals, kind);
  };
  return Object.assign(server, { asks, asked, reached, counted });
}

export function askOf({ body }: Pick<Received, 'body'>): Ask {
  const messages = (body.messages as { role: string; content: string }[]).filter(({ role }) => role !== 'system');
  const system = body.system ?? body.messages[0].content;
  const prompt = messages[0]!.content;
  const name = body.response_format?.json_schema?.name ?? body.tool_choice?.name;
  const heading = /^The section that is wanted: (.+)$/m.exec(prompt)?.[1] ?? '';
  const kind = name ?? (prompt.includes('<draft>\n') ? 'mending' : heading ? 'section' : 'introduction');
  const objections = messages.slice(1).map(({ content }) => content);
  return { kind, heading, system, prompt, objections, passages: passagesIn(prompt) };
}

function passagesIn(prompt: string): Passage[] {
  const found = prompt.matchAll(/<passage number="([\d.]+)">\n(?:From: .*\n\n)?([^]*?)\n<\/passage>/g);
  return [...found].map(([, number, text]) => ({ number: number!, text: text! }));
}

/** What the honest one answers. */
export function answer(ask: Ask): string {
  switch (ask.kind) {
    case 'outline':
      return JSON.stringify({ sections: outlineFrom(ask.prompt) });
    case 'closing':
      return JSON.stringify(closingFrom(ask));
    case 'verdicts':
      return JSON.stringify({ verdicts: verdictsOn(ask) });
    case 'mending':
      return mended(ask.prompt);
    default:
      return textFrom(ask);
  }
}

function outlineFrom(prompt: string): object[] {
  return [...prompt.matchAll(/^- level (\d): (.+?): (.*?)(?: Passages ((?:\[\d+\])+))?$/gm)].map(([, level, heading, covers, numbers]) => ({
    heading,
    level: Number(level),
    covers,
    passages: numbersIn(numbers),
    words: 60,
  }));
}

function numbersIn(list = ''): number[] {
  return [...list.matchAll(/\d+/g)].map(([number]) => Number(number));
}

/** Sentences of the passages, in their order, until it is long enough. */
function textFrom({ prompt, passages }: Ask): string {
  const wanted = Number(/about (\d+) words/.exec(prompt)?.[1] ?? 0);
  const all = passages.flatMap(({ number, text }) => sentencesOf(text).map((sentence) => cited(sentence, number)));
  const chosen: string[] = [];
  for (const sentence of all) if (chosen.join(' ').split(' ').length < wanted) chosen.push(sentence);
  return chosen.join(' ');
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/).filter((sentence) => /^\p{Lu}.*[.!?]$/su.test(sentence));
}

function cited(sentence: string, number: string | number): string {
  return sentence.replace(/([.!?])$/, ` [${number}]$1`);
}

/** Leaves out what was objected to. */
function mended(prompt: string): string {
  const draft = /<draft>\n([^]*?)\n<\/draft>/.exec(prompt)![1]!;
  const wrong = new Set([...prompt.matchAll(/^- ("(?:[^"\\]|\\.)*"): /gm)].map(([, text]) => JSON.parse(text!) as string));
  return draft
    .split('\n\n')
    .map((block) =>
      block
        .split(/(?<=[.!?])\s+/)
        .filter((sentence) => !wrong.has(sentence.replaceAll(/ ?\[\d+\]/g, '')))
        .join(' '),
    )
    .filter(Boolean)
    .join('\n\n');
}

function closingFrom({ prompt, passages }: Ask): object {
  const keyword = /^Keyword: (.+)$/m.exec(prompt)![1]!;
  const faq = [...prompt.matchAll(/^- (.+\?) Passages \[(\d+)\]/gm)].flatMap(([, question, number]) => {
    const [first] = sentencesOf(passages.find((passage) => passage.number === number)?.text ?? '');
    return first ? [{ question, answer: cited(first, number!) }] : [];
  });
  const title = `What to Know of the ${keyword}`;
  return {
    title,
    metaTitle: title,
    metaDescription: `What a ${keyword} is, how large it should be and what there is to watch of it while it runs.`,
    slug: keyword,
    faq,
  };
}

function verdictsOn({ prompt }: Ask): object[] {
  return [...prompt.matchAll(/^Claim (\d+):\n<material>\n(.*)\n<\/material>\nWhat it cites:\n([^]*?)(?=^Claim |(?![^]))/gm)].map(
    ([, claim, text, passages]) => {
      const words = text!.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
      const known = words.filter((word) => passages!.toLowerCase().includes(word.slice(0, 5)));
      const verdict = known.length >= 0.5 * words.length ? 'supported' : 'unsupported';
      return { claim: Number(claim), verdict, claimWords: '', sourceWords: '', reason: 'Compared by its words.' };
    },
  );
}

/** What stands outside all fences: a model that obeys this obeys the desk, or whoever gets his words out of a fence. */
export function unfenced({ system, prompt }: Ask): string {
  return `${system}\n${prompt}`.replaceAll(/<(passage|competing|material|draft)\b[^>]*>[^]*?<\/\1>/g, '');
}
