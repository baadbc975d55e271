import type { BrandInAnswer, Judgement, MentionSentence } from './shapes.ts';

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

/** Whether it has no sentiment, and a judge could give it one. */
export function isUnjudged({ why }: MentionSentence): boolean {
  return why !== undefined && why !== 'not_applicable';
}

/** Whether it waits for a judge. */
export function isOpen(sentence: MentionSentence): boolean {
  return isUnjudged(sentence) && !sentence.isAsked;
}

/** The same sentences with what a judge says of those that wait for it; undefined: nothing yet. */
export function withJudgements(
  sentences: readonly MentionSentence[],
  judgementOf: (text: string) => Judgement | undefined,
): MentionSentence[] {
  return sentences.map((sentence) => {
    const judgement = isOpen(sentence) ? judgementOf(sentence.text) : undefined;
    if (judgement === undefined) return sentence;
    const { text, mentions } = sentence;
    if (typeof judgement === 'number') return { text, mentions, sentiment: judgement };
    return { text, mentions, sentiment: null, ...(judgement === 'none' ? { why: 'provider_error', isAsked: true } : { why: judgement }) };
  });
}
