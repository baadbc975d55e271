import type { Row } from '../../support/rows.ts';
import type { TestApp } from '../../support/test-app.ts';

export const day = 24 * 3_600_000;
export const site = 'https://www.acme.example';

export interface BusyDesk extends TestApp {
  /** Something to do for every reason but that things are old. */
  fresh: string;
  /** The same for what is old. */
  old: string;
  put(table: string, row: Row): Promise<void>;
}
