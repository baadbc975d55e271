import { round1 } from './ranges.ts';
import type { OutlineRow, PageScore } from './shapes.ts';

/** The published formula of a page's score: what each part is worth and how it is earned. `scorePage` follows it to the letter. */
export const optimizationFormula = [
  {
    name: 'terms',
    max: 40,
    rule: 'The keyword, and up to 24 phrases that at least half of the competitors use (two of them at least), chosen as for a brief; fewer where they are short. Each is worth as much as competitors use it, the keyword as much as a phrase of all. Full from the lower to the upper quartile of the competitors’ uses per word, at the page’s length (the least at no more and no less than the usual length, and never under 1; the most at least one higher, and one more per 600 words); below in proportion, above falling to 0 at double the most. The keyword’s most is what placement allows it as density, if that is higher, and only placement takes points for more.',
  },
  {
    name: 'headings',
    max: 15,
    rule: 'Topics that at least two competitors have in their headings, each weighing as many, and that a heading of the page has with at least 15 words below it (10); a heading for every 100–350 words, unique headings and no paragraph over 150 words, as in the score of articles (5). Where competitors share no topic, the latter alone.',
  },
  {
    name: 'questions',
    max: 10,
    rule: 'Share answered of at most ten questions: those given from the results page, then those in competitors’ headings and text, the most common first. A passage answers one if it holds 60 % of what it names besides the keyword, as for a brief. Not judged where nobody asks any.',
  },
  {
    name: 'length',
    max: 10,
    rule: 'Full from the lower to the upper quartile of the competitors’ words, falling evenly to 0 at half of the one and double the other.',
  },
  {
    name: 'placement',
    max: 10,
    rule: 'Share of the keyword’s terms found in the title (3), the H1 (2), the first 100 words (2), the URL (1) and the meta description (1); title of 15–60 (0.5) and meta description of 70–160 characters (0.5). Falling to 0 from a keyword density of 2.5 %, or the competitors’ upper quartile if that is higher, to double of it. Not judged where the keyword has no terms.',
  },
  {
    name: 'readability',
    max: 5,
    rule: 'As in the score of articles: English by Flesch reading ease, full from 50 up, 0 at 0; other languages by mean sentence length, full up to 22 words, 0 from 44 up. Multiplied by the order of sentences (0 where it is as by chance, 1 from 3 standard deviations up or under 30 sentences) and by variety (0 where half of the sentences are repeated).',
  },
  {
    name: 'media',
    max: 5,
    rule: 'Other pages that it links to, each once however many links lead there (2), and images and tables (2), full from as many as the median competitor has per word at the page’s length, falling from double the highest to 0 at four times that; no link without words, no unsafe one and no image without a description (1). What fewer than half of the competitors have is not asked for.',
  },
  {
    name: 'evidence',
    max: 5,
    rule: 'Sentences with a measured figure (as the check of claims finds it) or a quotation of five words, full from as many as the median competitor has per word at the page’s length. Not judged where fewer than half of the competitors have any.',
  },
] as const;

export type PartName = (typeof optimizationFormula)[number]['name'];

/** Each topic weighs as many competitors as have it. */
export function weightOf(topics: readonly OutlineRow[]): number {
  return topics.reduce((sum, topic) => sum + topic.in.length, 0);
}

/** The points to win by a section on a topic that so many competitors have. */
export function topicGains({ breakdown, outlineDiff }: PageScore): (usedBy: number) => number {
  const most = (10 / 15) * (breakdown.find(({ name }) => name === 'headings')?.max ?? 0);
  return (usedBy) => round1((most * usedBy) / weightOf(outlineDiff));
}
