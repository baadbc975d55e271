import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackName, type Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { remembering } from '../remembering.ts';

export type GuardConfig = Pick<Config, 'publicUrl' | 'allowedHosts' | 'allowedOrigins' | 'trustProxy'>;

/** Keeps out the pages of other sites, whether they send from a browser that can reach this machine or point their own name at it (DNS rebinding). */
export interface Guard {
  /** Throws `host_not_allowed` or `origin_not_allowed`. */
  check(headers: IncomingHttpHeaders): void;
  /** The scheme and host that the client used, such as `http://localhost:4141`. */
  originOf(headers: IncomingHttpHeaders): string;
}

export function createGuard(config: GuardConfig): Guard {
  const isAccepted = remembering(hostJudge(config));
  const listed = new Set(config.allowedOrigins.map((origin) => origin.toLowerCase()));
  const isAcceptedOrigin = remembering((origin) => {
    if (listed.has(origin.toLowerCase())) return true;
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === origin.toLowerCase() && isAccepted(url.host);
  });
  return {
    check(headers) {
      for (const host of [headers.host ?? '', ...forwarded(config, headers['x-forwarded-host'])]) {
        if (!isAccepted(host)) throw hostNotAllowed(host);
      }
      if (headers.origin !== undefined && !isAcceptedOrigin(headers.origin)) {
        throw new AppError('origin_not_allowed', 'Requests from pages of this origin are not accepted.', {
          hint: 'Add it to COPYDESK_ALLOWED_ORIGINS if you trust its pages.',
        });
      }
    },
    originOf(headers) {
      const [proto] = forwarded(config, headers['x-forwarded-proto']);
      const [host = headers.host] = forwarded(config, headers['x-forwarded-host']);
      return `${proto === 'https' ? 'https' : 'http'}://${host}`;
    },
  };
}

function hostJudge(config: GuardConfig): (host: string) => boolean {
  const allowed = new Set([new URL(config.publicUrl).hostname, ...config.allowedHosts.map((host) => host.toLowerCase())]);
  return (host) => {
    const name = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
    return name !== undefined && (isLoopbackName(name) || allowed.has(name) || allowed.has(host.toLowerCase()));
  };
}

/** The first value of a header that proxies append to. Empty unless the operator trusts the proxy. */
function forwarded(config: GuardConfig, header: string | string[] | undefined): string[] {
  if (!config.trustProxy || header === undefined) return [];
  return [String(header).split(',')[0]!.trim()];
}

function hostNotAllowed(host: string): AppError {
  return new AppError('host_not_allowed', host === '' ? 'The Host header is missing.' : 'This Host is not one of ours.', {
    hint: 'Use localhost, the host of COPYDESK_PUBLIC_URL, or add the name to COPYDESK_ALLOWED_HOSTS.',
  });
}
