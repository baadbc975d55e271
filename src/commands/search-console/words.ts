import type { Copydesk } from '../../app.ts';
import { copydesk } from '../../config.ts';
import { AppError } from '../../errors.ts';

/** For who has no OAuth client yet. */
export const howToMakeClient = `Make one in Google Cloud (https://console.cloud.google.com), once:
  1. Choose or create a project. APIs & Services, Library: enable the Google Search Console API.
  2. Google Auth Platform, Branding: name the app. Audience: External; then Publish app, since while its publishing status
     is Testing, logins end after seven days and only the test users named there may log in. (In a Google Workspace: Internal.)
  3. Clients, Create client, Desktop app: download its JSON.
  Then: ${copydesk} search-console login --client <that file>
  Or set COPYDESK_GOOGLE_CLIENT_ID and COPYDESK_GOOGLE_CLIENT_SECRET, or name files with them: …_ID_FILE, …_SECRET_FILE.`;

const denials: Readonly<Record<string, [said: string, hint: string]>> = {
  access_denied: ['it was not allowed', 'Log in again, and allow it with a Google account that is a user of the property.'],
  admin_policy_enforced: [
    'the Google Workspace of that account forbids it',
    'Have its administrator trust the OAuth client, or use another account.',
  ],
  org_internal: ['the OAuth client is for accounts of its own organisation', 'Use such an account, or set its audience to External.'],
  temporarily_unavailable: ['it is busy', 'Log in again later.'],
  server_error: ['it failed', 'Log in again later.'],
};

/** Google's word is data: what is no such word is not told. */
export function deniedOf(error: string): AppError {
  const word = /^[a-z_]{1,64}$/.test(error) ? error : 'an error that has no name';
  const [said, hint] = Object.hasOwn(denials, word)
    ? denials[word]!
    : [undefined, 'See the OAuth client in Google Cloud, and log in again.'];
  return new AppError('provider_refused', `Google answered ${word}${said === undefined ? '.' : `: ${said}.`}`, { hint });
}

export function tooLate(): AppError {
  return new AppError('unavailable', 'The login did not come to its end in time.', {
    hint: "Log in again. What the browser shows says more: with redirect_uri_mismatch the OAuth client is not of the type Desktop app; with access_denied add the account to the app's test users, or publish the app.",
  });
}

export type Readable = Awaited<ReturnType<Copydesk['services']['searchConsole']['readable']>>;

/** The command that goes on. */
export function nextOf(projectId: string, { properties, chosen, ofSite }: Readable): string {
  if (chosen !== null && properties.includes(chosen))
    return `${copydesk} call search_console_sync --wait --json '${JSON.stringify({ projectId })}'`;
  const searchConsoleProperty = ofSite ?? properties[0];
  return `${copydesk} call projects_update --json '${JSON.stringify({ id: projectId, searchConsoleProperty })}'`;
}

/** What a person is told at the end. */
export function summaryOf(project: { id: string; name: string }, readable: Readable, endsAt: string | null): string {
  const { properties, chosen } = readable;
  const marked = properties.map((property) => `  ${property}${property === chosen ? '  (chosen)' : ''}`);
  const isRead = chosen !== null && properties.includes(chosen);
  const lead = isRead
    ? 'Fetch its days:'
    : chosen === null
      ? 'Choose the property of the site:'
      : `The project names ${chosen}, which this account may not read. Choose another one, or log in with another account:`;
  return [
    `${project.name} may read:`,
    ...marked,
    `${lead} ${nextOf(project.id, readable)}`,
    ...(endsAt === null
      ? []
      : [`This login ends at ${endsAt}. Where the app's publishing status is Testing, publish the app and log in again.`]),
  ].join('\n');
}
