import type { SearchQuestion, SearchReport } from '../../../schema/search-console.ts';
import type { Imported, LocalNewSearchImport, NewSearchImport } from '../../../schema/search-import.ts';
import type { Caller } from '../../operation.ts';
import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import { createImporter } from './import/import.ts';
import { createReports } from './reports/report.ts';
import { removeSearch, searchRetention } from './store/removal.ts';
import { createSearchStore } from './store/store.ts';

/** What Google shows of the site. */
export interface SearchConsoleServices {
  searchConsole: {
    /** Throws `integration_required`, `period_not_held`, `conflict`, `invalid_input`, `not_found`, `project_required`. */
    query(question: SearchQuestion): Promise<SearchReport>;
    /** Throws `unreadable_source`, `filtered_export`, `other_property`, `payload_too_large`, `invalid_input`, `not_found`, `project_required`. */
    import(given: NewSearchImport | LocalNewSearchImport, caller?: Pick<Caller, 'files'>): Promise<Imported>;
  };
}

export const openSearchConsole: Door<AccountServices, SearchConsoleServices> = ({ store, system, config }, { projects }) => {
  const search = createSearchStore({ store, system });
  return {
    services: {
      searchConsole: {
        query: createReports({ store, system, search, projects }),
        import: createImporter({ store, system, config, search, projects }),
      },
    },
    removeProject: removeSearch,
    retention: () => [searchRetention(system)],
  };
};
