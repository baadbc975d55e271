import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive; `size` is what the archive says of it where that is a lie. */
export interface ZipEntry {
  name: string;
  content: string | Buffer;
  size?: number;
}

/** A ZIP archive (APPNOTE 4.3), its entries deflated. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, size } of entries) {
    const plain = Buffer.from(content as string);
    const packed = deflateRawSync(plain);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size ?? plain.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const madeBy = Buffer.from([20, 0]);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), madeBy, common, place, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, index, end]);
}

/** A paragraph of a Word document, in one of its styles. */
export interface WordParagraph {
  text: string;
  bold?: boolean;
  style?: 'Title' | 'Heading1' | 'Heading2' | 'ListParagraph';
}

const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** A Word document (ECMA-376), as small as one can be; `more` are entries beside its own. */
export function docxOf(paragraphs: readonly WordParagraph[], more: readonly ZipEntry[] = []): Buffer {
  const body = paragraphs.map(({ text, style, bold }) => `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r>${bold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`).join(''); // prettier-ignore
  return docxOfBody(body, '', more);
}

/** The same of what stands in its body; `links` are the relationships that it names. */
export function docxOfBody(body: string, links = '', more: readonly ZipEntry[] = []): Buffer {
  return zipOf([
    { name: '[Content_Types].xml', content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>` }, // prettier-ignore
    { name: '_rels/.rels', content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}" Target="word/document.xml"/></Relationships>` }, // prettier-ignore
    { name: 'word/styles.xml', content: styles() },
    { name: 'word/_rels/document.xml.rels', content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links}</Relationships>` }, // prettier-ignore
    { name: 'word/document.xml', content: `<w:document xmlns:w="${namespace}"><w:body>${body}</w:body></w:document>` },
    ...more,
  ]);
}

function styles(): string {
  const named = { Title: 'Title', Heading1: 'heading 1', Heading2: 'heading 2', ListParagraph: 'List Paragraph' };
  const all = Object.entries(named).map(
    ([id, name]) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`,
  );
  return `<w:styles xmlns:w="${namespace}">${all.join('')}</w:styles>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
