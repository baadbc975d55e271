/** DNS allows a name 253 characters; a port and the like come on top. */
const maxAuthorityLength = 300;
// The parser ignores these characters wherever they stand.
const ignored = /[\t\n\r]/g;
const authority = /^[\0- ]*[a-z][a-z\d+.-]*:[/\\]*([^/\\?#]*)/i;

/** `URL.parse` for addresses from outside. Null too for a host that no name server knows: a long one takes the parser milliseconds. */
export function parseUrl(text: string): URL | null {
  const [, host = ''] = authority.exec(text.replace(ignored, '')) ?? [];
  return host.length > maxAuthorityLength ? null : URL.parse(text);
}
