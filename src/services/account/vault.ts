import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, causeCode } from '../../errors.ts';
import type { System } from '../../system.ts';

/** Keeps stored secrets unreadable to anyone who has only the database. */
export interface Vault {
  seal(plain: string): string;
  /** Throws `unavailable` if the key file is not the one it was sealed with. */
  open(sealed: string): string;
  /** The same, but returns a problem instead of throwing. */
  tryOpen(sealed: string): Opened;
  /** HMAC-SHA-256 of a text under a key of its own for each purpose: what it signs for one is worth nothing for another. */
  mac(purpose: string, text: string): Buffer;
}

/** `keyFile`: whether the key file is at fault, so that all goes on once it is back. */
export type Opened = { plain: string } | { problem: string; keyFile?: true };

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const maxKeptSecrets = 100;

/** AES-256-GCM (NIST SP 800-38D) with a key file of mode 0600 beside the database, created when first needed. */
export function createVault(home: string, { random }: Pick<System, 'random'>): Vault {
  const path = join(home, 'copydesk.key');
  let key: Buffer | undefined;
  const keyToSeal = () => (key ??= readKey(makeKey(path, random)));
  /** Delivery attempts open the same few secrets repeatedly, and opening one costs as much as signing with it. */
  const opened = new Map<string, Opened>();
  const keyToOpen = () => (key ??= readKey(path));

  function open(sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', keyToOpen(), bytes.subarray(0, ivBytes));
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
    } catch (cause) {
      // The right file may be put back at any time.
      key = undefined;
      throw new AppError('unavailable', 'A stored secret cannot be read with the key file beside the database.', {
        cause,
        hint: 'Restore copydesk.key from the backup that this database came from, or make new secrets by the calls that overview_get names.',
      });
    }
  }

  return {
    seal(plain) {
      const iv = random(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', keyToSeal(), iv);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open,
    mac(purpose, text) {
      const own = createHmac('sha256', keyToSeal()).update(`copydesk ${purpose}`).digest();
      return createHmac('sha256', own).update(text).digest();
    },
    tryOpen(sealed) {
      const known = opened.get(sealed);
      if (known) return known;
      try {
        const made = { plain: open(sealed) };
        if (opened.size >= maxKeptSecrets) opened.clear();
        opened.set(sealed, made);
        return made;
      } catch (error) {
        if (error instanceof AppError) return { problem: error.message, keyFile: true };
        throw error;
      }
    },
  };
}

/** Two processes starting at once must agree on one key: the file appears complete under its name, or not at all. */
function makeKey(path: string, random: System['random']): string {
  if (existsSync(path)) return path;
  const draft = `${path}.${random(6).toString('hex')}`;
  try {
    writeFileSync(draft, random(keyBytes), { mode: 0o600, flag: 'wx' });
    linkSync(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw unmade(error);
  } finally {
    rmSync(draft, { force: true });
  }
  return path;
}

function unmade(cause: unknown): AppError {
  const why = causeCode(cause) === 'ENOSPC' ? 'the disk is full' : `it cannot be written (${causeCode(cause) ?? 'unknown'})`;
  return new AppError('unavailable', `The key file beside the database cannot be made: ${why}.`, {
    hint: 'Try again later: whoever runs the desk must mend that first.',
    cause,
  });
}

function readKey(path: string): Buffer {
  const key = existsSync(path) ? readFileSync(path) : undefined;
  if (key?.length === keyBytes) return key;
  throw new AppError('unavailable', `The key file beside the database is ${key ? 'damaged and must be removed or replaced' : 'missing'}.`, {
    hint: 'Restore copydesk.key from the backup that this database came from, or make new secrets by the calls that overview_get names.',
  });
}
