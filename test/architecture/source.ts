import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dotted, literal, parse, walk, withoutGlobal, type Node } from './tree.ts';

/** One reach of a file for another module: `import`, `import type`, `export … from`, `import()`, `typeof import()`, `require()`. */
export interface Import {
  /** As written; `null` where it is computed and nobody can say what it loads. */
  specifier: string | null;
  /** The names taken, `default` and `*` among them; empty for a bare import and for one that only awaits the module. */
  names: readonly string[];
  /** Gone at run time. `import { type A }` is not: it still loads the module. */
  typeOnly: boolean;
  /** Offset in the text. */
  at: number;
}

/** One mention of something that is not imported, such as `process.env`, `fetch` or `new Date()`. */
export interface Mention {
  name: string;
  at: number;
}

/** One statement that changes rows, by Kysely's builder or in SQL. */
export interface Write {
  /** `null` where it is computed. */
  table: string | null;
  at: number;
}

export interface Source {
  /** From the top of the project, with `/`. */
  path: string;
  text: string;
  imports: readonly Import[];
  mentions: readonly Mention[];
  writes: readonly Write[];
  program: Node;
}

/** Every source file below the folders, read from disk. */
export function readSources(top: string, folders: readonly string[]): Source[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  return paths
    .filter((path) => /\.[jt]s$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => readSource(path, readFileSync(join(top, path), 'utf8')));
}

/** What one file imports and mentions. Throws where it is not valid TypeScript. */
export function readSource(path: string, text: string): Source {
  const program = parse(path, text);
  const imports: Import[] = [];
  const mentions: Mention[] = [];
  const writes: Write[] = [];
  const loaders = new Set(['require']);
  walk(program, (node, trail) => {
    const loader = loaderDeclared(node);
    if (loader) loaders.add(loader);
    const found = importOf(node, loaders);
    if (found) imports.push({ ...found, at: node.start });
    for (const name of mentionsOf(node, trail.at(-1))) mentions.push({ name, at: node.start });
    for (const table of tablesWritten(node)) writes.push({ table, at: node.start });
  });
  return { path, text, imports, mentions, writes, program };
}

/** `src/app.ts:12`, to be clicked on. */
export function place({ path, text }: Source, at: number): string {
  return `${path}:${text.slice(0, at).split('\n').length}`;
}

function importOf(node: Node, loaders: ReadonlySet<string>): Omit<Import, 'at'> | null {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      if (!node['source']) return null;
      return {
        specifier: literal(node['source']),
        names: namesTaken(node),
        typeOnly: (node['importKind'] ?? node['exportKind']) === 'type',
      };
    case 'ImportExpression':
      return { specifier: literal(node['source']), names: [], typeOnly: false };
    case 'TSImportType':
      return { specifier: literal(node['source']), names: [], typeOnly: true };
    case 'CallExpression':
      if (!loaders.has(dotted(node['callee']) ?? '')) return null;
      return { specifier: literal((node['arguments'] as Node[])[0]), names: [], typeOnly: false };
    default:
      return null;
  }
}

function namesTaken(node: Node): string[] {
  if (node.type === 'ExportAllDeclaration') return ['*'];
  return (node['specifiers'] as Node[]).map((specifier) => {
    if (specifier.type === 'ImportDefaultSpecifier') return 'default';
    if (specifier.type === 'ImportNamespaceSpecifier') return '*';
    const imported = (specifier['imported'] ?? specifier['local']) as Node;
    return String(imported['name'] ?? imported['value']);
  });
}

const writers = new Set(['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto']);
const writingSql =
  /(?<!\bdo\s+)\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from|merge\s+into)\s+(?:"?(\w+)|\0)/gi;

/** The tables that a call of Kysely's builder, or a piece of SQL, writes to. */
function tablesWritten(node: Node): (string | null)[] {
  if (node.type === 'CallExpression') {
    const callee = node['callee'] as Node;
    const name = callee.type === 'MemberExpression' ? dotted(callee['property']) : null;
    const [first] = node['arguments'] as Node[];
    // What is handed over as finished SQL can be read where it is written out.
    if (name === 'raw' && dotted(callee['object']) === 'sql') return tablesIn(literal(first) ?? 'update \0');
    return name !== null && writers.has(name) ? [literal(first)?.split(' ')[0] ?? null] : [];
  }
  if (node.type !== 'TaggedTemplateExpression' || dotted(node['tag']) !== 'sql') return [];
  const { quasis } = node['quasi'] as unknown as { quasis: { value: { raw: string } }[] };
  return tablesIn(quasis.map(({ value }) => value.raw).join('\0'));
}

function tablesIn(statement: string): (string | null)[] {
  return [...statement.matchAll(writingSql)].map(([, table]) => table ?? null);
}

/** `const load = createRequire(…)` makes `load` another way to import. */
function loaderDeclared(node: Node): string | null {
  const init = node['init'] as Node | null;
  const makesLoader = node.type === 'VariableDeclarator' && init?.type === 'CallExpression' && dotted(init['callee']) === 'createRequire';
  return makesLoader ? dotted(node['id']) : null;
}

function mentionsOf(node: Node, parent: Node | undefined): string[] {
  if (node.type === 'Identifier' || node.type === 'MemberExpression') {
    const name = isLabel(node, parent) ? null : dotted(node);
    return name === null ? [] : [name];
  }
  if (node.type === 'VariableDeclarator') return namesUnpacked(node);
  const isNow = (node.type === 'NewExpression' || node.type === 'CallExpression') && dotted(node['callee']) === 'Date';
  // `Date(…)` without `new` ignores its arguments and tells the time.
  return isNow && (node.type === 'CallExpression' || (node['arguments'] as Node[]).length === 0) ? ['new Date()'] : [];
}

/** `const { env } = process` mentions `process.env`. */
function namesUnpacked({ id, init }: Node): string[] {
  const from = dotted(init);
  if (from === null || (id as Node).type !== 'ObjectPattern') return [];
  const keys = ((id as Node)['properties'] as Node[]).map((property) => dotted(property['key']));
  return keys.filter((key) => key !== null).map((key) => withoutGlobal(`${from}.${key}`));
}

/** Whether the identifier names a field or a type, and so refers to nothing that exists at run time. */
function isLabel(node: Node, parent: Node | undefined): boolean {
  if (!parent || node.type !== 'Identifier') return false;
  if (parent.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull|TypeAssertion|Instantiation|ExportAssignment)/.test(parent.type))
    return true;
  if (/^(Import|Export)\w*Specifier$/.test(parent.type)) return true;
  if (parent['computed'] === true || parent['shorthand'] === true) return false;
  return parent['property'] === node || parent['key'] === node;
}
