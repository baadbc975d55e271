import type { Deleted, Page } from '../../../../schema/common.ts';
import type { LinkProspect } from '../../../../schema/link-building.ts';
import type {
  ChangedProspect,
  LinkProspectDetail,
  LocalProspectPatch,
  NewProspect,
  ProspectQuery,
  ProspectQuestion,
} from '../../../../schema/link-prospects.ts';
import type { Given } from '../given.ts';
import { createProspect } from './create.ts';
import { getProspect } from './get.ts';
import { listProspects } from './list.ts';
import { deleteProspect } from './removal.ts';
import { updateProspect } from './update.ts';

/** Sites that could link to a project's. */
export interface Prospects {
  /** The highest score first. Throws `not_found`, `project_required`, `invalid_input`. */
  list(query: ProspectQuery): Promise<Page<LinkProspect>>;
  /** Throws `conflict` for a site that is there already or the project's own, `invalid_input`, `address_refused`, `not_found`, `project_required`. */
  create(input: NewProspect): Promise<LinkProspect>;
  /** With a page of its log. Throws `not_found`, `invalid_input`. */
  get(question: ProspectQuestion): Promise<LinkProspectDetail>;
  /** `files`: folders below which a mail's `path` may lie. Throws `conflict` for a move that is none, naming those that are, `not_found`, `invalid_input`, `address_refused`. */
  update(patch: LocalProspectPatch, files?: readonly string[]): Promise<ChangedProspect>;
  /** Erases it for good; discovery does not bring it back. Throws `not_found`. */
  delete(id: string): Promise<Deleted>;
}

export function createProspects(given: Given): Prospects {
  return {
    list: (query) => listProspects(given, query),
    create: (input) => createProspect(given, input),
    get: (question) => getProspect(given, question),
    update: (patch, files) => updateProspect(given, patch, files),
    delete: (id) => deleteProspect(given, id),
  };
}
