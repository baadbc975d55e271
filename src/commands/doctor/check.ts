export interface Check {
  name: string;
  ok: boolean;
  detail: string;
  /** What to do if something is wrong. */
  hint?: string;
}

/** A check that found something wrong only where there is something to do about it. */
export function checked(name: string, detail: string, mend?: string): Check {
  return mend === undefined ? { name, ok: true, detail } : { name, ok: false, detail, hint: mend };
}

export function counted(count: number, one: string, more: string): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? one : more}`;
}

/** Above and below these something is wrong; docs/operating.md gives them with their reasons. */
export const limits = {
  /** Of free room on the disk. */
  minRoomBytes: 256 * 2 ** 20,
  /** Of the last backup, once there was one. */
  maxBackupAgeMs: 30 * 86_400_000,
  /** Of what is due while nobody works. */
  maxWaitingMs: 60_000,
  /** Of what was stored, in the future. */
  maxAheadMs: 5 * 60_000,
} as const;

export const mebibytes = (bytes: number) =>
  bytes >= 2 ** 30 ? `${(bytes / 2 ** 30).toFixed(1)} GiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`;
