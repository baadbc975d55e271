/** A TrueType or OpenType face: which characters it has, and how wide each is. */
export interface FontFile {
  /** The advance of a character's glyph in em, before kerning; undefined if the face lacks it. */
  advanceOf(codePoint: number): number | undefined;
}

/**
 * Reads the tables `head`, `hhea`, `hmtx` and `cmap` (formats 4 and 12) of a font file.
 * Source: the OpenType specification 1.9.1. Throws `RangeError` or `Error` if `bytes` is no such font.
 */
export function readFontFile(bytes: Buffer): FontFile {
  const tables = tablesOf(bytes);
  const unitsPerEm = tables('head').readUInt16BE(18);
  const metrics = tables('hmtx');
  const metricsCount = tables('hhea').readUInt16BE(34);
  const glyphOf = characterMap(tables('cmap'));
  return {
    advanceOf(codePoint) {
      const glyph = glyphOf(codePoint);
      // Glyph 0 is the box for missing characters. The last metric holds for all glyphs after it.
      return glyph === 0 ? undefined : metrics.readUInt16BE(4 * Math.min(glyph, metricsCount - 1)) / unitsPerEm;
    },
  };
}

function tablesOf(bytes: Buffer): (tag: string) => Buffer {
  const tables = new Map<string, Buffer>();
  for (let entry = 12, end = 12 + 16 * bytes.readUInt16BE(4); entry < end; entry += 16) {
    const start = bytes.readUInt32BE(entry + 8);
    tables.set(bytes.toString('latin1', entry, entry + 4), bytes.subarray(start, start + bytes.readUInt32BE(entry + 12)));
  }
  return (tag) => {
    const table = tables.get(tag);
    if (!table) throw new Error(`The font has no table ${tag}.`);
    return table;
  };
}

type GlyphOf = (codePoint: number) => number;

/** The font's best Unicode map: all planes (format 12) before the first plane only (format 4). */
function characterMap(cmap: Buffer): GlyphOf {
  const maps = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.subarray(cmap.readUInt32BE(4 + 8 * index + 4)));
  const ofFormat = (format: number) => maps.find((map) => map.readUInt16BE(0) === format);
  const [all, firstPlane] = [ofFormat(12), ofFormat(4)];
  if (all) return groupedMap(all);
  if (firstPlane) return segmentedMap(firstPlane);
  throw new Error('The font has no character map of format 4 or 12.');
}

/** Format 12: sorted groups of first character, last character and first glyph. */
function groupedMap(map: Buffer): GlyphOf {
  const count = map.readUInt32BE(12);
  const at = (group: number, field: 0 | 1 | 2) => map.readUInt32BE(16 + 12 * group + 4 * field);
  return (codePoint) => {
    const group = firstWhere(count, (index) => at(index, 1) >= codePoint);
    return group === count || at(group, 0) > codePoint ? 0 : at(group, 2) + codePoint - at(group, 0);
  };
}

/** Format 4: four parallel lists (last character, first character, difference, offset into a glyph list). */
function segmentedMap(map: Buffer): GlyphOf {
  const count = map.readUInt16BE(6) / 2;
  const [lasts, firsts] = [14, 16 + 2 * count];
  const [differences, offsets] = [firsts + 2 * count, firsts + 4 * count];
  const at = (list: number, segment: number) => map.readUInt16BE(list + 2 * segment);
  return (codePoint) => {
    const segment = firstWhere(count, (index) => at(lasts, index) >= codePoint);
    if (segment === count || at(firsts, segment) > codePoint) return 0;
    const [difference, offset] = [at(differences, segment), at(offsets, segment)];
    if (offset === 0) return (codePoint + difference) & 0xffff;
    const glyph = map.readUInt16BE(offsets + 2 * segment + offset + 2 * (codePoint - at(firsts, segment)));
    return glyph === 0 ? 0 : (glyph + difference) & 0xffff;
  };
}

/** Binary search: the first index below `count` for which `isSo` holds (it must hold for all after it), else `count`. */
function firstWhere(count: number, isSo: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
