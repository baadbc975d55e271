import { list, record, text } from '../json.ts';

/** A row of Search Analytics. */
export interface AnalyticsRow {
  /** One for each dimension, in their order. */
  keys: string[];
  clicks: number;
  impressions: number;
  /** From 1; the mean. */
  position: number;
}

/** The rows of an answer, none where it has none; undefined where it is no answer of Search Analytics, or one row is not of its kind. */
export function rowsIn(json: unknown, dimensions: number, maxRows: number): AnalyticsRow[] | undefined {
  const { rows, responseAggregationType: aggregation } = record(json);
  if (rows === undefined && typeof aggregation === 'string') return [];
  if (!Array.isArray(rows) || rows.length > maxRows) return undefined;
  const read: AnalyticsRow[] = [];
  for (const row of rows) {
    const { keys = [], clicks, impressions, position } = record(row);
    if (!isCount(clicks) || !isCount(impressions) || !isCount(position)) return undefined;
    if (!isTexts(keys) || keys.length !== dimensions) return undefined;
    read.push({ keys, clicks, impressions, position });
  }
  return read;
}

/** Bounded, so that sums stay whole numbers. */
const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1e12;

const maxKeyLength = 8192;

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && one.length <= maxKeyLength);
}

/** The properties that may be read: not those that were added, but whose ownership was never verified. */
export function readableIn(json: unknown): string[] | undefined {
  const { siteEntry: entries = [] } = record(json);
  // Without any property the answer is an empty object.
  if (typeof json !== 'object' || json === null || !Array.isArray(entries)) return undefined;
  return entries.flatMap((entry) => {
    const { siteUrl, permissionLevel } = record(entry);
    return text(siteUrl) === '' || permissionLevel === 'siteUnverifiedUser' ? [] : [text(siteUrl)];
  });
}

/** What an error says, and its reasons, in the form of old and of new. */
export function errorIn(json: unknown): { said: string; reasons: string[] } {
  const { message, errors, details, status } = record(record(json)['error']);
  const reasons = [...list(errors), ...list(details)].map((one) => text(record(one)['reason']));
  return { said: text(message), reasons: [...reasons, text(status)].filter((reason) => reason !== '') };
}
