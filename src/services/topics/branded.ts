import type { Project } from '../../../schema/projects.ts';
import { Names } from '../../visibility/mentions.ts';

/**
 * Tells whether a prompt names the project's brand: by the rules for answers, but for case, which people leave out when they ask. Make it once for many
 * prompts.
 */
export function createBranding({ brandTerms, mentionOnlyWith, mentionNotWith, language }: Project): (text: string) => boolean {
  const given = brandTerms.map((term) => term.toLowerCase());
  const names = new Names([{ id: 'own', names: given, sites: [], mentionOnlyWith, mentionNotWith }]);
  return (text) => names.mentionsIn({ text: text.toLowerCase(), unspoken: [] }, language).length > 0;
}
