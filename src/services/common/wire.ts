/** How an instant goes over the wire. */
export function isoTime(millis: number): string {
  return new Date(millis).toISOString();
}

export function isoTimeOrNull(millis: number | null): string | null {
  return millis === null ? null : isoTime(millis);
}

/** JSON of our own writing, read back from a column. */
export function parsed<Value>(json: string): Value {
  return JSON.parse(json) as Value;
}

export function parsedOrNull<Value>(json: string | null): Value | null {
  return json === null ? null : parsed<Value>(json);
}
