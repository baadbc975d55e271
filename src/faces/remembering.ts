/** How many accepted values are remembered: a client can make up as many as it likes. */
const maxRemembered = 256;

/** Judges each value once, as long as it is accepted. */
export function remembering(judge: (value: string) => boolean): (value: string) => boolean {
  const accepted = new Set<string>();
  return (value) => {
    if (accepted.has(value)) return true;
    const verdict = judge(value);
    if (verdict && accepted.size < maxRemembered) accepted.add(value);
    return verdict;
  };
}
