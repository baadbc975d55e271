import type { Project } from '../../../schema/projects.ts';
import { words } from '../../language/tokens.ts';

/** Whether a prompt names the project's brand. */
export function isBranded(text: string, { brandTerms }: Pick<Project, 'brandTerms'>): boolean {
  const said = spaced(text);
  return brandTerms.some((term) => spaced(term).trim() !== '' && said.includes(spaced(term)));
}

/** Its words between spaces, so that a name is found as whole words. */
function spaced(text: string): string {
  return ` ${words(text.toLowerCase()).join(' ')} `;
}
