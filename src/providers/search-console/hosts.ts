/** Google's own hosts. */
const hosts = {
  consent: 'https://accounts.google.com',
  token: 'https://oauth2.googleapis.com',
  sites: 'https://searchconsole.googleapis.com',
  query: 'https://www.googleapis.com',
};

/** Without a slash at the end. A configured address takes the place of all hosts. */
export function baseOf(host: keyof typeof hosts, { baseUrl }: { baseUrl?: string | undefined }): string {
  return (baseUrl ?? hosts[host]).replace(/\/+$/, '');
}
