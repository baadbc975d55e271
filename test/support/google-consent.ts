import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { startSite, type Asked, type FakeSite, type Said } from '../providers/publish/support.ts';

/** What must be seen nowhere. */
export const secrets = {
  clientSecret: 'GOCSPX-client-secret',
  code: '4/0AeaYSHCode-of-one-use',
  refreshToken: '1//0gRefresh-token',
  accessToken: 'ya29.access-token',
  oldToken: '1//0gOld-token',
};
export const clientId = '1234-desk.apps.googleusercontent.com';
export const scope = 'https://www.googleapis.com/auth/webmasters.readonly';

export interface FakeConsent extends FakeSite {
  /** The person allows what is asked at the address; the address that the browser is sent to. */
  allow(address: string): Promise<URL>;
  /** The properties of the account. */
  sites: { siteUrl: string; permissionLevel: string }[];
}

/** Asks and answers as "OAuth 2.0 for Desktop Apps" of Google's documentation, and holds each request to it. */
export async function startConsent(): Promise<FakeConsent> {
  let challenge = '';
  let redirectUri = '';

  function sendBack({ url }: Asked): Said {
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toEqual({
      client_id: clientId,
      redirect_uri: expect.stringMatching(/^http:\/\/(127\.0\.0\.1|localhost):\d+/),
      response_type: 'code',
      scope,
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
    });
    challenge = asked['code_challenge']!;
    redirectUri = asked['redirect_uri']!;
    const location = new URL(redirectUri);
    location.search = new URLSearchParams({ state: asked['state']!, code: secrets.code, scope }).toString();
    return { status: 302, headers: { location: location.href } };
  }

  function exchange(form: URLSearchParams): Said {
    const { code_verifier: verifier, ...asked } = Object.fromEntries(form);
    expect(asked).toEqual({
      client_id: clientId,
      client_secret: secrets.clientSecret,
      code: secrets.code,
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
    });
    expect(verifier).toMatch(/^[\w.~-]{43,128}$/);
    expect(createHash('sha256').update(verifier!).digest('base64url')).toBe(challenge);
    return { body: granted() };
  }

  const site = await startSite((asked) => {
    const { method, url, headers, body } = asked;
    if (method === 'GET' && url.pathname === '/o/oauth2/v2/auth') return sendBack(asked);
    if (method === 'POST' && url.pathname === '/token') {
      expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
      const form = new URLSearchParams(body.toString());
      return form.get('grant_type') === 'refresh_token' ? { body: granted({ refresh_token: undefined }) } : exchange(form);
    }
    if (url.pathname === '/webmasters/v3/sites') {
      expect(headers['authorization']).toBe(`Bearer ${secrets.accessToken}`);
      return { body: { siteEntry: consent.sites } };
    }
    return { status: 404, body: 'Not Found' };
  });
  const consent: FakeConsent = Object.assign(site, {
    async allow(address: string) {
      const response = await fetch(address, { redirect: 'manual' });
      expect(response.status).toBe(302);
      return new URL(response.headers.get('location')!);
    },
    sites: [
      { siteUrl: 'https://other.example/', permissionLevel: 'siteFullUser' },
      { siteUrl: 'sc-domain:example.com', permissionLevel: 'siteOwner' },
      { siteUrl: 'https://unverified.example/', permissionLevel: 'siteUnverifiedUser' },
    ],
  });
  return consent;
}

/** Whether a code is exchanged. */
export const isExchange = ({ url, body }: Asked): boolean => url.pathname === '/token' && body.includes('grant_type=authorization_code');

/** The answer to a code, with what is to be different. */
export function granted(different: object = {}): object {
  const { accessToken, refreshToken } = secrets;
  return { access_token: accessToken, expires_in: 3920, token_type: 'Bearer', scope, refresh_token: refreshToken, ...different };
}
