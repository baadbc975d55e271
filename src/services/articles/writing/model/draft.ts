import { AppError } from '../../../../errors.ts';
import type { BriefSection, WritingBrief } from '../../../../../schema/drafts.ts';
import { escapeMarkdown } from '../../../../markdown/render.ts';
import { insufficientSources, type ArticleRequest } from '../../request.ts';
import type { DraftSoFar } from '../craft.ts';
import type { StageWork } from '../stages.ts';
import { evidenceOf, writtenBy, type Written } from '../../../../writing/claims/written.ts';
import { cleanStretch, type Frame } from '../../../../writing/model/clean.ts';
import { close } from './closing.ts';
import { standing, type Checks } from './mend.ts';
import { carrying, spoken } from './outline.ts';
import type { Told } from './prompt-parts.ts';
import { stretchPrompt, type Stretch } from './prompts.ts';
import type { Talk } from '../../../../providers/llm/talk.ts';

interface Work {
  talk: Talk;
  checks: Checks;
  request: ArticleRequest;
  outline: readonly BriefSection[];
  stage: Pick<StageWork<DraftSoFar>, 'saved' | 'save'>;
}

/** The stage's share of the whole article's progress. */
const from = 0.5;
const until = 0.88;
const introductionShare = 0.1;

/**
 * Writes the body stretch by stretch, checking each against its passages before the next, then title and metadata. Work and usage are saved
 * after every stretch, so that a provider's error or a crash costs only the current one.
 */
export async function writeDraft({ talk, checks, request, outline, stage }: Work): Promise<Written> {
  const { brief } = checks;
  const sections = spoken(outline);
  if (sections.length === 0) throw insufficientSources({ reason: 'The sources hold nothing that would stand under any of the headings.' });
  const done = [...(stage.saved?.done ?? [])];
  const save = (step: string) => {
    const share = done.length / (sections.length + 2);
    return stage.save({ done: [...done], usage: talk.usage() }, step, from + (until - from) * share);
  };
  const told = () =>
    done
      .map((markdown, index): Told => ({ heading: sections[index - 1]?.heading ?? null, markdown }))
      .filter(({ markdown }) => markdown !== '');
  try {
    for (let index = done.length; index <= sections.length; index++) {
      await save(index === 0 ? 'writing the introduction' : `writing section ${index} of ${sections.length}`);
      done.push(await writeStretch({ talk, checks }, sections, index, told()));
    }
    await save('writing title and description');
    const closing = await close(talk, checks, { request, told: told() });
    const draft = { ...closing, markdown: bodyOf(done, sections) };
    return writtenBy(brief, { draft, wanted: request.outline, planned: sections, usage: talk.usage() });
  } catch (thrown) {
    // Saves the usage of the failed call too. If that fails, the original error matters more.
    await save('writing').catch(() => {});
    throw thrown;
  }
}

/** Writes one stretch; `index` 0 is the introduction. */
export async function writeStretch(
  { talk, checks }: Pick<Work, 'talk' | 'checks'>,
  sections: readonly BriefSection[],
  index: number,
  told: readonly Told[],
): Promise<string> {
  const { brief } = checks;
  const section = index === 0 ? undefined : sections[index - 1]!;
  if (section?.passages.length === 0) return '';
  const stretch = section ? toStretch(section) : introductionOf(brief);
  const frame: Frame = {
    heading: stretch.heading,
    level: section?.level ?? 2,
    others: sections.filter((other) => other !== section).map(({ heading }) => heading),
    links: brief.internalLinks.map(({ url }) => url).filter((url) => !told.some(({ markdown }) => markdown.includes(`](${url})`))),
  };
  const { text, isCut } = await talk.say(stretchPrompt(brief, stretch, sections, told));
  const markdown = cleanStretch(text, frame, isCut);
  if (markdown === '') throw nothingWritten(stretch.heading);
  return standing(talk, checks, { stretch, frame, markdown });
}

/** What the writing is checked against: all passages of the brief, by number. */
export function checksOf(brief: WritingBrief, how: Omit<Checks, 'brief' | 'evidence'>): Checks {
  return { brief, evidence: new Map(evidenceOf(brief.passages).map((one) => [one.number, one])), ...how };
}

function toStretch({ heading, brief: covers, words = 0, passages }: BriefSection): Stretch {
  return { heading, covers, words: Math.max(40, words), passages };
}

function introductionOf({ structure, passages, wordCount }: WritingBrief): Stretch {
  const numbers =
    structure.introductionPassages.length > 0 ? structure.introductionPassages : passages.slice(0, 2).map(({ number }) => number);
  return {
    heading: null,
    covers: structure.introduction,
    words: Math.max(40, Math.round(introductionShare * wordCount.target)),
    passages: numbers,
  };
}

/** The body without empty sections and their headings. */
function bodyOf(done: readonly string[], sections: readonly BriefSection[]): string {
  const texts = sections.map(({ level, heading }, index) => ({ level, heading, text: done[index + 1] ?? '' }));
  const shown = carrying(texts, ({ text }) => text !== '');
  const parts = shown.flatMap(({ level, heading, text }) => [`${'#'.repeat(level)} ${escapeMarkdown(heading)}`, text]);
  return [done[0] ?? '', ...parts].filter((part) => part !== '').join('\n\n');
}

function nothingWritten(heading: string | null): AppError {
  const where = heading === null ? 'for the introduction' : `under ${JSON.stringify(heading)}`;
  return new AppError('provider_failed', `The model wrote nothing that could be used ${where}.`, {
    hint: 'Try again, or choose a more capable model.',
  });
}
