import type { Foundation } from '../../common/group.ts';
import { exportProject, type Exported, type ExportRequest } from './export.ts';
import { importProject, type Imported, type ImportRequest } from './import.ts';

/** Projects as files, for another desk or for keeping. No operation offers it: files belong to whoever runs the desk. */
export interface Portability {
  /** Writes all that a project holds, but secrets. Throws `not_found`, and `conflict` where the file is there. */
  export(request: ExportRequest): Promise<Exported>;
  /** All of a project or nothing. Throws `invalid_input` where the archive is not as it should be, and `conflict` where ids or the name are taken. */
  import(request: ImportRequest): Promise<Imported>;
}

export function createPortability(foundation: Foundation): Portability {
  return {
    export: (request) => exportProject(foundation, request),
    import: (request) => importProject(foundation, request),
  };
}
