import type { BrandInAnswer, MentionSentence, ReadAnswer, SentimentJudge } from './shapes.ts';

/** Of a sentence without end, what stands around the first name is read. */
const maxLength = 1000;

/** A sentence with the places of the brand's names in it. */
export interface NamingSentence {
  text: string;
  names: readonly { start: number; end: number }[];
}

/**
 * How an English sentence speaks of the brand that it names, from 0 (badly) over 50 (neither) to 100 (well). The valence is brought on that scale as VADER
 * (Hutto and Gilbert 2014) does.
 */
export async function sentimentOf(sentence: NamingSentence): Promise<number> {
  const { brandMark, valenceOf } = await import('./valence.ts');
  const valence = valenceOf(withMarks(sentence, brandMark));
  const compound = Math.round((valence / Math.sqrt(valence ** 2 + 15)) * 10_000) / 10_000;
  return Math.round((compound + 1) * 5000) / 100;
}

function withMarks({ text, names }: NamingSentence, mark: string): string {
  const from = Math.max(0, Math.min((names[0]?.start ?? 0) - maxLength / 2, text.length - maxLength));
  const end = Math.min(text.length, from + maxLength);
  let at = from;
  let marked = '';
  for (const name of names) {
    if (name.end > end) break;
    marked += `${text.slice(at, name.start).replaceAll(mark, ' ')}${mark}`;
    at = name.end;
  }
  return marked + text.slice(at, end).replaceAll(mark, ' ');
}

/** The mean over a brand's mentions whose sentence has a sentiment. */
export function meanOf(sentences: readonly MentionSentence[]): Pick<BrandInAnswer, 'sentiment' | 'sentimentCount'> {
  const judged = sentences.filter(({ sentiment }) => sentiment !== null);
  const sentimentCount = judged.reduce((sum, { mentions }) => sum + mentions, 0);
  const total = judged.reduce((sum, { sentiment, mentions }) => sum + sentiment! * mentions, 0);
  return { sentiment: sentimentCount === 0 ? null : Math.round((total / sentimentCount) * 100) / 100, sentimentCount };
}

/** The same answer with what a judge says of the sentences whose language VADER does not know. */
export async function withJudgements(read: ReadAnswer, judge: SentimentJudge): Promise<ReadAnswer> {
  const open = read.brands.flatMap(({ sentences }) => sentences.filter(({ why }) => why === 'language').map(({ text }) => text));
  if (open.length === 0) return read;
  const texts = [...new Set(open)];
  const figures = await judge(texts, read.language);
  const said = new Map(texts.map((text, at) => [text, figures[at] ?? null]));
  const brands = read.brands.map((brand) => {
    const sentences = brand.sentences.map((sentence) => {
      const figure = sentence.why === 'language' ? (said.get(sentence.text) ?? null) : null;
      return figure === null ? sentence : { text: sentence.text, mentions: sentence.mentions, sentiment: figure };
    });
    return { ...brand, sentences, ...meanOf(sentences) };
  });
  return { ...read, brands };
}
