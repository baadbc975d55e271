/** A time in wire format. */
export function isoTime(millis: number): string {
  return new Date(millis).toISOString();
}

export function isoTimeOrNull(millis: number | null): string | null {
  return millis === null ? null : isoTime(millis);
}

/** What a page or feed says of a time, in milliseconds; null where that is none. Without its zone it is taken for UTC, not for that of this machine. */
export function writtenTime(written: string | null | undefined): number | null {
  const at = Date.parse((written ?? '').replace(/T\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/, '$&Z'));
  return Number.isNaN(at) ? null : at;
}

/** Parses JSON that we wrote to a column. */
export function parsed<Value>(json: string): Value {
  return JSON.parse(json) as Value;
}

export function parsedOrNull<Value>(json: string | null): Value | null {
  return json === null ? null : parsed<Value>(json);
}

/** The fields without those that are undefined. */
export function given<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
