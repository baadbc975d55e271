import { deflateSync } from 'node:zlib';

/** A line of a page: where it begins, in points from the lower left corner, and in which size. */
export interface PdfLine {
  text: string;
  x?: number;
  y: number;
  size?: number;
  /** Default: Helvetica. */
  bold?: boolean;
}

/** Lines of running text from the top of a page down, 14 points apart. */
export function textLines(
  lines: readonly string[],
  { x = 72, top = 720, size = 11 }: { x?: number; top?: number; size?: number } = {},
): PdfLine[] {
  return lines.map((text, index) => ({ text, x, y: top - index * 14, size }));
}

/** A PDF of these pages (612 × 792 points), written by hand (ISO 32000-1), in Latin-1. `title` is its metadata's. */
export function pdfOf(
  pages: readonly (readonly PdfLine[])[],
  { title, packed = false }: { title?: string; packed?: boolean } = {},
): Buffer {
  const streams = pages.map((lines) => lines.map(drawn).join('\n'));
  return pdfOfStreams(streams, { title, packed });
}

/** The same, of what stands in the pages' content streams. */
export function pdfOfStreams(streams: readonly string[], { title, packed = false }: { title?: string; packed?: boolean } = {}): Buffer {
  const firstPage = 6;
  const kids = streams.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${streams.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< ${title === undefined ? '' : `/Title (${escaped(title)})`} >>`,
    ...streams.flatMap((stream, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${firstPage + index * 2 + 1} 0 R >>`,
      streamObject(stream, packed),
    ]),
  ];
  return fileOf(objects);
}

function drawn({ text, x = 72, y, size = 11, bold = false }: PdfLine): string {
  return `BT /${bold ? 'F2' : 'F1'} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped(text)}) Tj ET`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\()]/g, String.raw`\$&`);
}

function streamObject(stream: string, packed: boolean): string {
  const bytes = packed ? deflateSync(Buffer.from(stream, 'latin1')) : Buffer.from(stream, 'latin1');
  return `<< /Length ${bytes.length}${packed ? ' /Filter /FlateDecode' : ''} >>\nstream\n${bytes.toString('latin1')}\nendstream`;
}

/** The objects, counted from 1, with their table; the fifth is the metadata. */
function fileOf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.7\n%\u00E2\u00E3\u00CF\u00D3\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
