/** Of all scripts that stand in a page, so many characters are looked at. */
const maxHeard = 200_000;
const name = /["'`#]([\w:.-]{1,100})/g;

/** The ids that scripts standing in a page name: they may fill those elements as soon as they run. */
export function namesInScripts(html: string): ReadonlySet<string> {
  const names = new Set<string>();
  let left = maxHeard;
  for (let at = html.indexOf('<script'); at !== -1 && left > 0;) {
    const end = html.indexOf('</script', at);
    const text = html.slice(at, Math.min(end === -1 ? html.length : end, at + left));
    for (const [, id] of text.matchAll(name)) names.add(id!);
    left -= text.length;
    at = end === -1 ? -1 : html.indexOf('<script', end);
  }
  return names;
}
