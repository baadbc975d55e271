import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentOf } from './write-documents.ts';

/** A document as a user would add it. */
export interface Added {
  file: string;
  title?: string;
  kind: 'markdown' | 'html';
  content: string;
}

/** An article to write, and the documents it should come from. */
export interface Task {
  keyword: string;
  articleType: string;
  language: string;
  files: readonly string[];
  /** Names that people gave the subject, in lower case; none: those that recur in the files. */
  entities?: readonly string[];
}

export interface Collection {
  name: string;
  documents: Added[];
  tasks: Task[];
}

interface Section {
  section_title?: string;
  section_content?: { sentence?: string }[];
  subsections?: Section[];
}

/** An article that people wrote, as FreshWiki keeps it (Shao et al., NAACL 2024). */
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

/** The articles of a folder like FreshWiki; of any other, the pages that its `pages.json` names, or else ours. Throws where there is none. */
export function readCollection(folder: string): Collection {
  const path = resolve(folder);
  const own = join(path, 'pages.json');
  const stored = existsSync(own) ? [] : readdirSync(path).filter((file) => file.endsWith('.json'));
  const articles = stored.toSorted().flatMap((file) => {
    const article = articleOf(file, JSON.parse(readFileSync(join(path, file), 'utf8')));
    return article === null ? [] : [article];
  });
  if (articles.length > 0)
    return { name: 'articles', documents: articles.map(([added]) => added), tasks: articles.map(([, task]) => task) };
  const list = existsSync(own) ? own : fileURLToPath(new URL('pages.json', import.meta.url));
  const tasks = JSON.parse(readFileSync(list, 'utf8')) as Task[];
  const files = [...new Set(tasks.flatMap((task) => task.files))].filter((file) => existsSync(join(path, file)));
  const documents = files.map((file): Added => {
    const kind = /\.html?$/.test(file) ? 'html' : 'markdown';
    return { file, kind, content: readFileSync(join(path, file), 'utf8') };
  });
  const known = tasks.filter((task) => task.files.every((file) => files.includes(file)));
  if (known.length === 0) throw new Error(`Neither articles nor the pages that ${list} names were found in ${path}.`);
  return { name: 'pages', documents, tasks: known };
}

/** Two articles of some 400 words, as such a folder would keep them. */
export function tinyCollection(): Collection {
  const documents = [20, 21].map((index): Added => ({ file: `${index}.md`, kind: 'markdown', content: documentOf(index) }));
  const tasks = documents.map(({ file, content }) => {
    const keyword = /the (\w+)/.exec(content)![1]!;
    return { keyword, articleType: 'guide', language: 'en', files: [file], entities: [keyword] };
  });
  return { name: 'tiny', documents, tasks };
}

function articleOf(file: string, { title, summary, content, flair_entities: entities = [] }: StoredArticle): [Added, Task] | null {
  if (!title || !summary || !content) return null;
  const keyword = title.replaceAll('_', ' ');
  const markdown = `# ${keyword}\n\n${summary}\n\n${content.map((section) => markdownOf(section, 2)).join('\n\n')}`;
  const task = { keyword, articleType: 'guide', language: 'en', files: [file], entities };
  return [{ file, title: keyword, kind: 'markdown', content: markdown }, task];
}

function markdownOf({ section_title: title = '', section_content: own = [], subsections = [] }: Section, level: number): string {
  const told = own.map(({ sentence }) => sentenceOf(sentence ?? '')).join(' ');
  return [`${'#'.repeat(level)} ${title}`, told, ...subsections.map((one) => markdownOf(one, level + 1))].join('\n\n');
}

/** The set's sentences have lost their full stops. */
function sentenceOf(raw: string): string {
  const text = raw.replace(/\s+/g, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return '';
  return /[.!?…]["”'’)\]]*$/.test(text) ? text : `${text}.`;
}
