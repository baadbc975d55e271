import type { ProviderSettings } from '../../../schema/integrations.ts';
import type { System } from '../../system.ts';
import type { Meter } from '../meter.ts';
import { createDataForSeoKeywords } from './dataforseo.ts';
import type { KeywordData } from './keyword-data.ts';

/** DataForSEO's keywords, with its settings. */
export function createKeywordData(system: System, settings: ProviderSettings, meter: Meter): KeywordData {
  const { baseUrl, username = '', password = '' } = settings;
  return createDataForSeoKeywords(system, { ...(baseUrl !== undefined && { baseUrl }), username, password }, meter);
}
