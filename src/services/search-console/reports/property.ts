import type { Project } from '../../../../schema/projects.ts';
import { AppError } from '../../../errors.ts';
import { waysToConnect } from '../google.ts';
import type { Property, SearchStore } from '../store/types.ts';

type Named = Pick<Project, 'searchConsoleProperty'>;

/** Whose property is meant. */
export type Owner = Named & Pick<Project, 'id'>;

/** The property that questions are about: the one that the project names, else the only one that something is kept of; null where it is not said which. */
export function nameMeant({ searchConsoleProperty: name }: Named, held: readonly Property[]): string | null {
  return name ?? (held.length === 1 ? held[0]!.name : null);
}

/** The property that a question is about. Throws `integration_required`, `conflict`. */
export async function propertyOf(store: SearchStore, project: Owner): Promise<Property> {
  const held = await store.properties(project.id);
  const name = nameMeant(project, held);
  const meant = held.find((one) => one.name === name);
  if (meant) return meant;
  throw name === null && held.length > 0 ? severalHeld(held) : nothingHeld(name, held);
}

function nothingHeld(name: string | null, held: readonly Property[]): AppError {
  const others = held.length > 0 ? ` Held: ${namesOf(held)}.` : '';
  const detail =
    name === null ? 'The project names no property of Search Console, and nothing was imported.' : `Nothing is held of ${name}.${others}`;
  const connect =
    name === null
      ? `connect Google with ${waysToConnect}, and name the property with projects_update { searchConsoleProperty }`
      : `fetch it with search_console_sync; to connect Google first: ${waysToConnect}`;
  const instead = held.length > 0 ? ' Or name one that is held with projects_update { searchConsoleProperty }.' : '';
  return new AppError('integration_required', detail, {
    hint: `Import an export of Search Console with search_console_import, or ${connect}.${instead}`,
  });
}

function severalHeld(held: readonly Property[]): AppError {
  return new AppError('conflict', `Figures of ${held.length} properties are held: ${namesOf(held)}.`, {
    hint: 'Say which is meant with projects_update { searchConsoleProperty }.',
  });
}

/** How many an error names. */
const maxNamed = 6;

function namesOf(held: readonly Property[]): string {
  const more = held.length > maxNamed ? [`${held.length - maxNamed} more`] : [];
  return [...held.slice(0, maxNamed).map(({ name }) => name), ...more].join(', ');
}
