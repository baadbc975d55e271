import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll } from 'vitest';

export interface Identity {
  key: string;
  cert: string;
}

/** Certificates for `name`: one that is trusted while the tests of the file run, one that nobody trusts, and one that was trusted and has expired. */
export function certify(name: string): { trusted: Identity; unknown: Identity; outdated: Identity } {
  const [trusted, unknown, outdated] = [issueCertificate(name), issueCertificate(name), issueCertificate(name, -1)];
  const before = getCACertificates('default');
  beforeAll(() => setDefaultCACertificates([...before, trusted.cert, outdated.cert]));
  afterAll(() => setDefaultCACertificates(before));
  return { trusted, unknown, outdated };
}

/** A self-signed certificate for `name`, valid for so many days from now; negative ones have passed. */
function issueCertificate(name: string, days = 1): Identity {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-tls-'));
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  openssl('req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'key', '-out', 'wish', ...names);
  openssl('x509', '-req', '-in', 'wish', '-signkey', 'key', '-days', String(days), '-copy_extensions', 'copy', '-out', 'cert');
  const identity = { key: readFileSync(join(folder, 'key'), 'utf8'), cert: readFileSync(join(folder, 'cert'), 'utf8') };
  rmSync(folder, { recursive: true });
  return identity;
}
