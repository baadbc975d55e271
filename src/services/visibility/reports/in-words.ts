import type { BrandVisibility, Visibility } from '../../../../schema/ai-visibility.ts';
import { directionalBelow, isDirectional, minUnits, promptsUntil } from '../../../visibility/figures/figures.ts';
import { sampleOf } from '../../../visibility/figures/sample.ts';
import { own } from '../brands.ts';
import type { Units } from './units.ts';

type Base = Pick<Visibility, 'answers' | 'prompts' | 'directional' | 'basis'>;

/** Competitors that the summary names. */
const maxRivals = 3;
/** Visibility is told well enough within so much to either side. */
const reach = 0.1;

/** Where the brand stands, in one sentence; null where there are no answers. */
export function summaryOf({ answers, prompts }: Base, [brand, ...rivals]: readonly BrandVisibility[]): string | null {
  const { name, visibility, shareOfVoice, position } = brand!;
  const { value, interval } = visibility;
  if (value === null) return null;
  const named = `${name} is named in ${namedIn(visibility)} of ${counted(answers, 'answer')} to ${counted(prompts, 'prompt')}`;
  const parts = [
    `${named} (${percent(value)} %${interval ? `, 90 % interval ${percent(interval.low)} to ${percent(interval.high)} %` : ''})`,
  ];
  const others = rivals.filter((rival) => rival.visibility.value !== null).slice(0, maxRivals);
  const said = others.map((rival) => `${rival.name} in ${namedIn(rival.visibility)}${leadIn(rival.lead)}`);
  if (said.length > 0) parts.push(`, ${said.join(', ')}`);
  if (shareOfVoice.value !== null) parts.push(`; of the mentions of tracked brands it has ${percent(shareOfVoice.value)} %`);
  if (position.value !== null && others.length > 0) parts.push(`, and where it is named its mean place among them is ${position.value}`);
  return `${parts.join('')}.`;
}

const namedIn = ({ value, n }: BrandVisibility['visibility']): number => Math.round(value! * n);
const percent = (share: number): number => Math.round(100 * share);
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function leadIn(lead: BrandVisibility['lead']): string {
  if (!lead?.interval) return '';
  const { low, high } = lead.interval;
  if (low <= 0 && high >= 0) return ' (not clearly more or less)';
  const points = (value: number) => Math.abs(percent(value));
  const [least, most] = low > 0 ? [low, high] : [high, low];
  return ` (${low > 0 ? 'more' : 'less'} by ${points(lead.value)} points, 90 % interval ${points(least)} to ${points(most)})`;
}

const { answers: leastAnswers, prompts: leastPrompts } = directionalBelow;
const areAlike = 'Answers to one prompt are alike, so another prompt tells more than another answer.';

/** What it takes for more than a direction; null where that is there. */
export function enoughHint({ answers, prompts, directional }: Base, { kind, now }: Units): string | null {
  if (!directional || answers === 0) return null;
  const few = `${counted(answers, 'answer')} to ${counted(prompts, 'prompt')} only show a direction: it takes ${leastAnswers} answers to ${leastPrompts} prompts.`;
  const wanted = prompts < minUnits.prompt ? 0 : promptsUntil(reach, sampleOf(now, kind, [own]), own);
  const told = `Visibility is known within ${percent(reach)} points to either side from about ${wanted} prompts on, if the others come out as these have.`;
  return [few, ...(wanted > prompts ? [told] : []), areAlike].join(' ');
}

/** The same of a project whose answers and prompts are counted up to what it takes. */
export function enoughNote({ answers, prompts }: Pick<Base, 'answers' | 'prompts'>): string | null {
  if (!isDirectional({ answers, prompts })) return null;
  const upTo = (count: number, least: number, noun: string) => (count < least ? counted(count, noun) : `${least} ${noun}s or more`);
  const has = `${upTo(answers, leastAnswers, 'answer')} to ${upTo(prompts, leastPrompts, 'prompt')}`;
  return `The project has ${has}: with ${leastAnswers} answers to ${leastPrompts} prompts figures show more than a direction. ${areAlike}`;
}

/** What figures are missing for all brands or limited, and why. */
export function notesOn({ answers, basis }: Base, { now, alike }: Units, hasOthers: boolean): string[] {
  if (answers === 0) return [];
  const isInline = now.some(({ inline }) => inline > 0);
  const isCited = now.some(({ brands }) => [...brands.values()].some(({ citations }) => citations > 0));
  return [
    ...(basis === 'agent'
      ? ['The connected agent gave these answers itself, and it knows of the brand: engines may answer others otherwise.']
      : []),
    ...(basis === 'local' ? ['The answers were put together from crawled pages: an estimate of what engines may say.'] : []),
    ...(alike.before.length === 0 ? ['There are no changes: no prompt of these has answers of the same engine in the period before.'] : []),
    ...(isInline ? [] : ['There is no prominence: no answer has a citation mark ([1]) or link in its text.']),
    ...(isCited ? [] : ['There is no citation share: no answer cites the site of a tracked brand.']),
    ...(hasOthers
      ? []
      : ['namedOften is empty, for it knows only names in bold that open items of lists: others may be named often all the same.']),
  ];
}
