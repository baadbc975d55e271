import type { System } from '../system.ts';
import type { Store } from './open.ts';

/** For those who wait until somebody has written what they wait for. */
export interface Watch {
  /**
   * Resolves after `lookMs`: whether anything was committed since the look before, by whatever process. One look serves all who ask while
   * it lasts; nothing is looked at while nobody asks. Ask before you read: what is committed after the read then shows in this look or a later one.
   */
  look(): Promise<boolean>;
}

export const lookMs = 50;

export function createWatch(store: Pick<Store, 'onCommit' | 'dataVersion'>, { pause }: Pick<System, 'pause'>): Watch {
  let committed = true;
  let seenVersion: number | undefined;
  let next: Promise<boolean> | undefined;
  store.onCommit(() => void (committed = true));

  async function look(): Promise<boolean> {
    await pause(lookMs);
    next = undefined;
    const version = versionOf(store);
    const changed = committed || version !== seenVersion;
    committed = false;
    seenVersion = version;
    return changed;
  }

  return { look: () => (next ??= look()) };
}

/** Of a closed database nothing is known: who still waits finds that out by reading. */
function versionOf(store: Pick<Store, 'dataVersion'>): number | undefined {
  try {
    return store.dataVersion();
  } catch {
    return undefined;
  }
}
