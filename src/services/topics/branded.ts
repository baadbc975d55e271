import type { Competitor } from '../../../schema/competitors.ts';
import type { Project } from '../../../schema/projects.ts';
import { Names } from '../../visibility/mentions.ts';

/**
 * Tells whether a prompt names the project's brand, by the rules for answers, but that a prompt is too short to hold the words of `mentionOnlyWith`: only
 * a name in lower case needs one, as it may be a common word, or the brand of somebody who asks without capitals. Make it once for many prompts.
 */
export function createBranding(
  { brandTerms, mentionOnlyWith, mentionNotWith, language }: Project,
  competitors: readonly Competitor[],
): (text: string) => boolean {
  const asWritten = { id: 'own', names: brandTerms, sites: [], mentionOnlyWith: [], mentionNotWith };
  const inAnyCase = { ...asWritten, names: lowered(brandTerms), mentionOnlyWith };
  const rivals = competitors.map(({ id, name, aliases, mentionNotWith: without }) => {
    return { id, names: lowered([name, ...aliases]), sites: [], mentionOnlyWith: [], mentionNotWith: without };
  });
  const names = new Names([asWritten, inAnyCase, ...rivals]);
  return (text) => names.mentionsIn({ text, unspoken: [] }, language).some(({ brand }) => brand < 2);
}

const lowered = (names: readonly string[]) => names.map((name) => name.toLowerCase());
