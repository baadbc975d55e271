import type { Imported, LocalNewSearchImport, NewSearchImport } from '../../../../schema/search-import.ts';
import type { Config } from '../../../config.ts';
import type { Store } from '../../../db/open.ts';
import type { Caller } from '../../../operation.ts';
import type { System } from '../../../system.ts';
import type { Projects } from '../../account/index.ts';
import { bytesOfBase64 } from '../../common/base64.ts';
import { isoTime } from '../../common/wire.ts';
import { readFile } from '../../common/local-files.ts';
import type { GroupedBy, SearchStore } from '../store/types.ts';
import { nameMeant } from '../reports/property.ts';
import { invalid, readExport } from './export.ts';
import { nextFor, warningsFor } from './next.ts';
import { propertyFor } from './site.ts';

interface Needs {
  store: Store;
  system: Pick<System, 'turns' | 'now'>;
  config: Pick<Config, 'home'>;
  search: SearchStore;
  projects: Pick<Projects, 'resolve'>;
}

/** Answers `search_console_import`. Nothing is stored before all of the export was read. */
export function createImporter({ store, system, config, search, projects }: Needs) {
  return async function importExport(
    input: NewSearchImport | LocalNewSearchImport,
    { files: roots = [] }: Pick<Caller, 'files'> = {},
  ): Promise<Imported> {
    const project = await projects.resolve(input.projectId);
    const bytes = 'path' in input ? await readFile({ roots, home: config.home }, input.path) : bytesOf(input.base64);
    const { pages, unknownCountries, ...found } = await readExport(bytes, input, system.turns());
    if (found.period.until > isoTime(system.now()).slice(0, 10))
      throw invalid('until', `${found.period.until} is yet to come.`, 'invalid_period');
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
    const brought = {
      found,
      others: held,
      property: name,
      asked: nameMeant(project, await search.properties(project.id)),
      project: { id: project.id, isNamed: input.projectId !== undefined },
    };
    const answer = {
      property: name,
      period: found.period,
      comparison: found.comparison ?? null,
      tables,
      unknownCountries: unknownCountries.slice(0, 20),
      next: nextFor(brought),
      warnings: warningsFor(brought),
    };
    return store.write(() => Promise.resolve(answer));
  };
}

function bytesOf(base64: string): Buffer {
  const bytes = bytesOfBase64(base64);
  if (bytes) return bytes;
  throw invalid('base64', 'base64 must be the bytes of the file alone, without data:…;base64, before them.', 'invalid_base64');
}
