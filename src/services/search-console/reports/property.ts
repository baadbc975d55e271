import type { Project } from '../../../../schema/projects.ts';
import { AppError } from '../../../errors.ts';
import type { Property, SearchStore } from '../store/types.ts';

/** The property that a question is about: the one that the project names, else the only one that something is kept of. Throws `integration_required`, `conflict`. */
export async function propertyOf(store: SearchStore, project: Project): Promise<Property> {
  const name = project.searchConsoleProperty;
  const held = await store.properties(project.id);
  const meant = name === null ? held : held.filter((one) => one.name === name);
  if (meant.length === 1) return meant[0]!;
  if (meant.length > 1) throw severalHeld(meant);
  throw nothingHeld(name);
}

function nothingHeld(name: string | null): AppError {
  const detail =
    name === null ? 'The project names no property of Search Console, and nothing was imported.' : `Nothing is held of ${name}.`;
  const connect =
    name === null ? 'connect Google with integrations_set and name the property with projects_update' : 'fetch it with search_console_sync';
  return new AppError('integration_required', detail, {
    hint: `Import an export of Search Console with search_console_import, or ${connect}.`,
  });
}

function severalHeld(held: readonly Property[]): AppError {
  return new AppError('conflict', `Figures of ${held.length} properties are held: ${held.map(({ name }) => name).join(', ')}.`, {
    hint: 'Say which is meant with projects_update { searchConsoleProperty }.',
  });
}
