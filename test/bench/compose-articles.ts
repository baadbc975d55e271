import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generator } from './random.ts';
import { documentOf } from './write-documents.ts';

/** An article that people wrote, as FreshWiki keeps it (Shao et al., NAACL 2024). */
export interface Reference {
  file: string;
  title: string;
  summary: string;
  headings: string[];
  sentences: string[];
  /** Named entities of the whole article, lower-case. */
  entities: string[];
}

interface Section {
  section_title?: string;
  section_content?: { sentence?: string }[];
  subsections?: Section[];
}

interface StoredArticle {
  title?: string;
  summary?: string;
  content?: Section[];
  flair_entities?: string[];
}

/** What the folder is named by: `--data <folder>` after `--`, or what npm makes of it where it takes the flag for one of its own. */
export function dataFolder(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): string | null {
  const flag = argv.findIndex((one) => one === '--data' || one.startsWith('--data='));
  if (flag >= 0) return argv[flag]!.slice('--data='.length) || argv[flag + 1] || null;
  const given = env['npm_config_data'];
  // npm reads `--data folder` as a switch and leaves the folder behind the bench's name.
  if (given === 'true') return argv[0] ?? null;
  return given || null;
}

/** Every article of the folder that has a title, a summary and sentences, by its file's name. Throws where there is none. */
export function readReferences(folder: string): Reference[] {
  const path = resolve(folder);
  const files = readdirSync(path).filter((file) => file.endsWith('.json'));
  const references = files.toSorted().flatMap((file) => referenceOf(file, JSON.parse(readFileSync(join(path, file), 'utf8'))) ?? []);
  if (references.length === 0) throw new Error(`No article with title, summary and content was found in ${path}.`);
  return references;
}

/** Two articles of some 400 words, as such a folder would keep them. */
export function tinyReferences(): Reference[] {
  return [20, 21].flatMap((index) => {
    const [heading, ...sections] = documentOf(index).split(/^#+ /m).slice(1);
    const content = sections.map((section) => {
      const [title, text] = section.split('\n\n') as [string, string];
      return { section_title: title, section_content: text.split('. ').map((sentence) => ({ sentence })) };
    });
    const title = /the (\w+)/.exec(heading!)![1]!;
    return (
      referenceOf(`${index}.json`, { title, summary: content[0]!.section_content[0]!.sentence, content, flair_entities: [title] }) ?? []
    );
  });
}

function referenceOf(file: string, { title, summary, content, flair_entities: entities = [] }: StoredArticle): Reference | null {
  if (!title || !summary || !content) return null;
  const sections = content.flatMap(withSubsections);
  const sentences = sections.flatMap(({ section_content: own = [] }) => own).flatMap(({ sentence }) => sentenceOf(sentence ?? '') ?? []);
  const headings = sections.flatMap(({ section_title: heading }) => (heading ? [heading] : []));
  return sentences.length === 0 ? null : { file, title: title.replaceAll('_', ' '), summary, headings, sentences, entities };
}

function withSubsections(section: Section): Section[] {
  return [section, ...(section.subsections ?? []).flatMap(withSubsections)];
}

/** The set's sentences have lost their full stops. */
function sentenceOf(raw: string): string | null {
  const text = raw.replace(/\s+/g, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return null;
  return /[.!?…]["”'’)\]]*$/.test(text) ? text : `${text}.`;
}

/** The article as a source without any structure: its sentences in an order that only the seed decides, in one paragraph. */
export function shuffledText({ sentences }: Reference, seed: number): string {
  const next = generator(seed);
  const shuffled = [...sentences];
  for (let index = shuffled.length - 1; index > 0; index--) {
    const other = Math.floor(next() * (index + 1));
    [shuffled[index], shuffled[other]] = [shuffled[other]!, shuffled[index]!];
  }
  return shuffled.join(' ');
}
