import type { Extraction } from './blocks.ts';
import { layOut } from './pdf-blocks.ts';
import type { PdfPage, Run } from './pdf-lines.ts';
import { tidy } from '../language/tokens.ts';
import { Unreadable } from './unreadable.ts';

const maxPages = 3000;
/** With fewer on average, the pages are pictures, perhaps with a stamp or a page number. */
const minCharactersPerPage = 15;
/** With a larger share of meaningless characters, the fonts do not say which letters they draw. */
const maxMeaninglessShare = 0.2;

/** The fields of a pdf.js text item used here. */
interface TextItem {
  str: string;
  /** A matrix of six numbers; the last two are the start of the text. */
  transform: number[];
  width: number;
  height: number;
  fontName: string;
}

/**
 * PDF → headings, paragraphs and list items in reading order, from its text layer. The addresses that it links to come into `links`. Throws
 * `Unreadable` if there is no text or the file cannot be opened.
 */
export async function readPdf(bytes: Uint8Array, links?: Set<string>): Promise<Extraction> {
  const pdf = await open(bytes);
  if (pdf.numPages > maxPages) {
    throw new Unreadable(`The PDF has ${pdf.numPages} pages; ${maxPages} are read at most.`, 'Cut it into parts.');
  }
  const pages: PdfPage[] = [];
  let characters = 0;
  let meaningless = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await readPage(pdf, number, links);
    pages.push(page);
    for (const { text } of page.runs) {
      characters += text.trim().length;
      meaningless += text.match(/[\p{Co}\p{Cn}\uFFFD]|\p{Cc}/gu)?.length ?? 0;
    }
  }
  const lost = pages.filter((page) => page.isLost).length;
  if (characters < minCharactersPerPage * (pdf.numPages - lost) || lost === pdf.numPages) throw lost > 0 ? broken() : scanned(pdf.numPages);
  if (meaningless > characters * maxMeaninglessShare) throw unnamedLetters();
  const { title, blocks } = layOut(pages);
  return { title: (await titleIn(pdf)) ?? title, blocks };
}

type Pdf = Awaited<ReturnType<typeof open>>;

async function open(bytes: Uint8Array) {
  const { getDocumentProxy } = await import('unpdf');
  try {
    // A copy, because pdf.js takes ownership of the bytes.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, disableFontFace: true, useSystemFonts: false, enableXfa: false });
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw isLocked ? new Unreadable('The PDF is protected by a password.', 'Save a copy without one, and add that.') : broken();
  }
}

function broken(): Unreadable {
  return new Unreadable('The PDF is broken: it cannot be opened.', 'Open it in a viewer, print it to a new PDF, and add that.');
}

async function readPage(pdf: Pdf, number: number, links?: Set<string>): Promise<PdfPage> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const [, bottom = 0, , top = 0] = page.view;
    const notes: { url?: unknown }[] = links ? await page.getAnnotations().catch(() => []) : [];
    for (const { url } of notes) if (typeof url === 'string') links!.add(url);
    page.cleanup();
    return { bottom, top, runs: items.flatMap((item) => runOf(item as TextItem) ?? []) };
  } catch {
    // A broken page does not stop the others from being read.
    return { bottom: 0, top: 0, runs: [], isLost: true };
  }
}

/** Undefined for vertical text, which is a margin note or a chart label. */
function runOf({ str, transform, width, height, fontName }: Partial<TextItem>): Run | undefined {
  if (!str || !transform) return undefined;
  const [a = 0, b = 0, , d = 0, x = 0, y = 0] = transform;
  if (Math.abs(b) > Math.abs(a)) return undefined;
  return { text: str, x, y, width: width ?? 0, size: Math.abs(d) || height || 1, font: fontName ?? '' };
}

/** The title in the metadata. Programs often write a file name or their own name there; a person's title has several words. */
async function titleIn(pdf: Pdf): Promise<string | null> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const title = tidy(String((info as { Title?: unknown }).Title ?? ''));
  const isFile =
    /\.(?:docx?|pdf|tex|dvi|indd|pptx?|xlsx?|rtf|odt|p65|qxd)$/i.test(title) || /^(?:microsoft|untitled|slide|document\d)/i.test(title);
  return title.split(' ').length < 2 || title.length > 300 || isFile ? null : title;
}

function scanned(pages: number): Unreadable {
  return new Unreadable(
    `The PDF has no text layer: its ${pages === 1 ? 'page is a picture' : `${pages} pages are pictures`} of text.`,
    'Run OCR over it first (ocrmypdf in.pdf out.pdf), and add the result.',
  );
}

function unnamedLetters(): Unreadable {
  return new Unreadable(
    'The text layer of the PDF cannot be read: its fonts do not say which letters they draw.',
    'Run OCR over it (ocrmypdf --force-ocr in.pdf out.pdf), and add the result, or add the text itself.',
  );
}
