import type { SourceReading } from '../sources/candidates.ts';
import { sectionName } from '../sources/headings.ts';

/** Says what was found of what is needed; if it is too little, also what is in the way, and where most is said. */
export function reasonFor(material: SourceReading): string {
  const { sufficient, usablePassages, neededPassages, usableWords, neededWords } = material.judgement;
  const passages = usablePassages === 1 ? '1 passage' : `${usablePassages} passages`;
  const found = `The sources hold ${usableWords} quotable words in ${passages}; ${neededWords} in ${neededPassages} are needed.`;
  return [found, ...obstacles(material), ...(sufficient ? [] : nearest(material))].join(' ');
}

function nearest({ best }: SourceReading): string[] {
  if (!best) return [];
  const lacks = best.lacks.length > 0 ? `, without ${quoted(best.lacks)}` : '';
  return [`Nearest: ${sectionName(best.source)}${lacks}.`];
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `“${word}”`).join(', ');
}

function obstacles({ topic, judgement, missing, read, otherLanguages, subjects }: SourceReading): string[] {
  const absentSubjects = subjects?.filter(({ reading }) => !reading.judgement.sufficient).map(({ name }) => `“${name}”`) ?? [];
  if (absentSubjects.length > 0)
    return [`A comparison needs sources of its own for each subject; there are too few for ${absentSubjects.join(' and ')}.`];
  if (topic.keyword.size === 0) return ['The keyword holds no word to look for in them: name the subject in words.'];
  const language = nameOf(topic.language);
  const others = otherLanguages.map(nameOf).join(', ');
  if (others && read.inLanguage === 0) {
    return [`The sources are in ${others} and the article is asked for in ${language}: add sources in ${language} or leave language out.`];
  }
  const absent = quoted(missing);
  const told: string[] = [];
  if (absent) told.push(`No source${others ? ` in ${language}` : ''} speaks of ${absent}.`);
  else if (read.onTopic === 0) told.push('No passage speaks of all its words together.');
  else if (judgement.usablePassages === 0) told.push('What speaks of it are no whole sentences that can be quoted.');
  if (others && !judgement.sufficient) told.push(`Sources in ${others} are not quoted in an article in ${language}.`);
  return told;
}

let names: Intl.DisplayNames | undefined;

/** "German (de)". */
function nameOf(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const name = names.of(code);
  return name ? `${name} (${code})` : code;
}
