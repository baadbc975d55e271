import type { Imported, NewSearchImport } from '../../../../schema/search-import.ts';
import type { Store } from '../../../db/open.ts';
import type { Projects } from '../../account/index.ts';
import type { GroupedBy, Import, SearchStore } from '../store/types.ts';
import { invalid, readExport } from './export.ts';
import { propertyFor } from './site.ts';

interface Needs {
  store: Store;
  search: SearchStore;
  projects: Pick<Projects, 'resolve'>;
}

/** Answers `search_console_import`. Nothing is stored before all of the export was read. */
export function createImporter({ store, search, projects }: Needs) {
  return async function importExport(input: NewSearchImport): Promise<Imported> {
    const project = await projects.resolve(input.projectId);
    const { pages, unknownCountries, ...found } = await readExport(bytesOf(input.base64), input);
    const name = propertyFor(project, input.property, pages);
    const property = await search.open(project.id, name);
    const held = await search.imports(property);
    const before = held.find(({ period }) => period.since === found.period.since && period.until === found.period.until);
    await search.putImport(property, found);
    const tables = (Object.keys(found.tables) as GroupedBy[]).map((table) => ({
      table,
      rows: found.tables[table]!.rows.length,
      cut: !found.tables[table]!.isWhole,
      replaced: before?.tables[table] !== undefined,
    }));
    const otherPeriods = held.some(({ period }) => period.since !== found.period.since);
    const answer = {
      property: name,
      period: found.period,
      comparison: found.comparison ?? null,
      tables,
      unknownCountries: unknownCountries.slice(0, 20),
      next: nextFor(found, otherPeriods),
    };
    return store.write(() => Promise.resolve(answer));
  };
}

function bytesOf(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || /[^\w+/=\s-]/.test(base64.slice(0, 1000))) {
    throw invalid('base64', 'base64 must be the bytes of the file alone, without data:…;base64, before them.', 'invalid_base64');
  }
  return bytes;
}

/** What the tables can tell. A page that decays shows by two periods only. */
function nextFor({ period, comparison, tables }: Import, otherPeriods: boolean): string[] {
  const span = `since: ${period.since}, until: ${period.until}`;
  const next: string[] = [];
  if (tables.query) next.push(`search_console_query { view: quick_wins, ${span} }`);
  if (tables.page && (comparison ?? otherPeriods)) next.push(`search_console_query { view: decay, ${span} }`);
  if (tables.page && !comparison && !otherPeriods) {
    next.push(
      'Pages that decay show by two periods: import an export that compares two periods, or one of the days just before these, then ask with view decay.',
    );
  }
  if (next.length === 0) next.push(`search_console_query { view: rows, ${span} }`);
  return next;
}
