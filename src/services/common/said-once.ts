/** What is null for the same reason in all rows is said once, for the answer; a row keeps the reasons that others do not share. */
export function saidOnce<Row extends { why: Record<string, string> }>(
  rows: readonly Row[],
): { why: Record<string, string>; rows: (Omit<Row, 'why'> & { why?: Record<string, string> })[] } {
  const [first] = rows;
  const shared = Object.entries(first?.why ?? {}).filter(([name, reason]) => rows.every(({ why }) => why[name] === reason));
  const names = new Set(shared.map(([name]) => name));
  return {
    why: Object.fromEntries(shared),
    rows: rows.map(({ why, ...row }) => {
      const own = Object.entries(why).filter(([name]) => !names.has(name));
      return own.length === 0 ? row : { ...row, why: Object.fromEntries(own) };
    }),
  };
}
