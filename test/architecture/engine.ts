import { breaches, inTree, type Breach } from './breaches.ts';
import { bracketed, commasOf, comparison, fragmentsOf, hole, wordOf, type Fragment } from './fragments.ts';
import type { Source } from './source.ts';
import { argumentsOf, dotted, holds, isFunction, isWrittenOut, methodOf, walk, type Node, type Trail } from './tree.ts';

/** The one place that keeps an engine's full text. */
const fullText = ['src/db/full-text'];
const migrations = 'src/db/migrations/';
const mayHoldSql = /^src\/(?:db\/|queue\/|services\/[\w-]+\/queries\.ts$)/;

/** Rule 2, its first half: raw SQL stands where it can be found. */
export function sqlElsewhere(sources: readonly Source[]): Breach[] {
  return breaches(
    sources.filter(({ path }) => !mayHoldSql.test(path)),
    ({ imports, mentions }) => {
      const takesSql = imports.filter(
        ({ names, typeOnly, specifier }) => !typeOnly && (names.includes('sql') || (specifier === 'kysely' && names.includes('*'))),
      );
      const compiles = mentions.filter(({ name }) => name === 'CompiledQuery.raw');
      return [...takesSql, ...compiles].map(({ at }) => ({ at, within: 'module', what: 'takes raw sql' }));
    },
  );
}

/** What only SQLite understands, or understands otherwise, by the name a reader finds it under. */
const words: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['indexed by', /\b(?:not\s+indexed|indexed\s+by)\b/gi],
  ['JSON', /\bjsonb?_\w+|\bjsonb?\s*\(|->/gi],
  ['rowid', /\b_?rowid_?\b/gi],
  ['cross join', /\bcross\s+join\b/gi],
  ['iif', /\biif\s*\(/gi],
  ['is with a value', /\bis\s+(?:not\s+)?(?!null\b|true\b|false\b|unknown\b|distinct\b|not\b)\S/gi],
  ['a camelCase name without quotes', /(?<![\w"])[a-z]+[A-Z]\w*(?![\w"])/g],
  [
    'a function of SQLite',
    /\b(?:octet_length|ifnull|instr|printf|group_concat|typeof|total|unlikely|likely|likelihood|hex|unicode|randomblob|zeroblob|last_insert_rowid|changes|total_changes|glob)\s*\(/gi,
  ],
  ['glob', /\bglob\b(?!\s*\()/gi],
  ['pragma', /\bpragma/gi],
  ['collate', /\bcollate\b/gi],
  ['a plus before a column', /\b(?:where|and|or|on|by)\s+\+\s*[a-z]/gi],
];

/** Rule 2, its second half: fragments outside `src/db/` keep to words that every engine knows. */
export function foreignWords(sources: readonly Source[]): Breach[] {
  const inFragments = breaches(sources, (source) => fragmentsOf(source).flatMap((one) => told(one, foreignIn(one))), ['src/db/']);
  const asked = inTree((node) => {
    const compared = comparison(node);
    if (!compared) return [];
    if (/^is(?: not)?$/.test(compared.operator) && !isConstant(compared.value)) return ['says is with a value'];
    return compared.operator === 'glob' || compared.operator.startsWith('->') ? [`says ${compared.operator}`] : [];
  });
  return [...inFragments, ...breaches(sources, asked, ['src/db/'])];
}

function foreignIn({ text }: Fragment): string[] {
  const said = words.flatMap(([what, pattern]) => [...text.matchAll(pattern)].map(() => what));
  const extremes = [...text.matchAll(/\b(min|max)\s*\(/gi)].filter((found) => {
    const list = bracketed(text, found.index + found[0].length - 1);
    return list !== null && commasOf(list.inner) > 0;
  });
  const derived = [...text.matchAll(/(?<!\bdistinct\s+)\b(?:from|join)\s*(\()\s*(?:select\b|with\b|values\b|\0)/gi)].filter((found) => {
    const table = bracketed(text, text.indexOf('(', found.index));
    return table !== null && !/^\s*as\s+["\w\0]/i.test(table.rest);
  });
  return [...said, ...extremes.map(() => 'min or max of two'), ...derived.map(() => 'a derived table without a name')].map(
    (what) => `says ${what}`,
  );
}

function isConstant(value: Node): boolean {
  return value.type === 'Literal' && (value['value'] === null || typeof value['value'] === 'boolean');
}

/** Each kind of fault of a fragment once. */
function told({ at, within }: Fragment, whats: readonly string[]): { at: number; within: string; what: string }[] {
  return [...new Set(whats)].map((what) => ({ at, within, what }));
}

/** Rule 3: the package, its pragmas and its codes stay in `src/db/`. */
export function engineElsewhere(sources: readonly Source[]): Breach[] {
  return breaches(
    sources,
    inTree((node) => {
      const { word, kind } = wordOf(node) ?? { word: '', kind: 'text' };
      const found = (kind === 'name' ? /^.*sqlite.*$/i : /\bSQLITE_\w*|\bpragma|^better-sqlite3/i).exec(word) ?? /\bpragma\b/i.exec(word);
      return found ? [`says ${found[0]}`] : [];
    }),
    ['src/db/'],
  );
}

/** Rule 5, its first half: an upsert names the columns that conflict, and a list may be empty. */
export function namelessUpserts(sources: readonly Source[]): Breach[] {
  const free = [...fullText, migrations];
  const inFragments = (source: Source) => fragmentsOf(source).flatMap((one) => told(one, namelessIn(one, source)));
  const asked = inTree((node, trail, { program }) => [...asksNamelessly(node), ...listsUnsure(node, trail, program)]);
  return [...breaches(sources, inFragments, free), ...breaches(sources, asked, free)];
}

function namelessIn({ text, holes }: Fragment, { program }: Source): string[] {
  const upserts = [...text.matchAll(/\bon\s+conflict\s+do\b/gi)].map(() => 'upserts without naming columns');
  const replaced = [...text.matchAll(/\b(?:insert|update)\s+or\s+\w+|(?<!\bor\s+)\breplace\s+into\b/gi)].map(() => 'replaces rows');
  const lists = [...text.matchAll(/\bin\s*\(\s*\0/gi)].filter(({ 0: said, index }) => {
    const list = holes[text.slice(0, index + said.length).split(hole).length - 2];
    return list?.type === 'CallExpression' && dotted(list['callee']) === 'sql.join' && !isOfModule(argumentsOf(list)[0], program);
  });
  return [...upserts, ...replaced, ...lists.map(() => 'joins a list that may be empty')];
}

/** Whether it is a constant of the module, so that everybody sees that it is not empty. */
function isOfModule(list: Node | undefined, program: Node): boolean {
  const name = dotted(list);
  const imported = (statement: Node) =>
    statement.type === 'ImportDeclaration' && (statement['specifiers'] as Node[]).map(({ local }) => dotted(local));
  const names = (program['body'] as Node[]).flatMap((one) => imported(one) || declarations(one).map(({ id }) => dotted(id)));
  return name !== null && names.includes(name);
}

function asksNamelessly(node: Node): string[] {
  const method = methodOf(node);
  if (method === 'replaceInto' || /^or(?:Replace|Ignore|Abort|Fail|Rollback)$/.test(method ?? '')) return ['replaces rows'];
  if (method !== 'onConflict') return [];
  const [how] = argumentsOf(node);
  const names = how && holds(how, (one) => /^(?:columns?|constraint|expression)$/.test(methodOf(one) ?? ''));
  return names ? [] : ['upserts without naming columns'];
}

/** A list that the builder writes out one by one: without any it is no SQL that every engine takes. */
function listsUnsure(node: Node, trail: Trail, program: Node): string[] {
  const compared = comparison(node);
  if (!compared || !/^(?:not )?in$/.test(compared.operator) || isOfModule(compared.value, program)) return [];
  const around = trail.filter(isFunction).slice(-2);
  const { value } = compared;
  const taken = dotted(value) ?? madeFrom(value);
  return taken === null || around.some((one) => isSure(one, taken)) ? [] : ['compares with a list that may be empty'];
}

/** `rows` of `rows.map(…)` and of `[...rows.keys()]`. */
function madeFrom(value: Node | null): string | null {
  const [first] = value?.type === 'ArrayExpression' ? (value['elements'] as (Node | null)[]) : [];
  const call = first?.type === 'SpreadElement' ? (first['argument'] as Node) : value;
  if (first && dotted(call)) return dotted(call);
  return call && /^(?:map|keys|values)$/.test(methodOf(call) ?? '') ? dotted((call['callee'] as Node)['object']) : null;
}

/** Whether the name is that of a query, of a list that is written out, or of one that is counted. */
function isSure(around: Node, name: string): boolean {
  let sure = false;
  walk(around, (node) => {
    const init = node.type === 'VariableDeclarator' && dotted(node['id']) === name ? (node['init'] as Node | null) : null;
    const isMade = (one: Node) => isWrittenOut(one) || /^(?:selectFrom|idsIn)$/.test(methodOf(one) ?? dotted(one['callee']) ?? '');
    const source = madeFrom(init);
    sure ||= /\.(?:length|size)$/.test(dotted(node) ?? '') && dotted(node['object']) === name;
    // What has been awaited are rows, of which there may be none.
    sure ||=
      init !== null &&
      !isFunction(init) &&
      init.type !== 'AwaitExpression' &&
      (holds(init, isMade) || (source !== null && source !== name && isSure(around, source)));
  });
  return sure;
}

/** Rule 6: what is not plain in a schema. The tables of the full-text door are not looked at. */
export function notPlain(schema: string): Breach[] {
  const statements = schema.split(/;\n\n/).map((statement) => statement.replace(/--.*/g, ''));
  return statements.flatMap(partsNotPlain).map((entry) => ({ entry, line: `test/snapshots/schema.sql ${entry}` }));
}

function partsNotPlain(statement: string): string[] {
  const [, kind, name] = /^\s*create\s+(trigger|view|virtual\s+table|table)\s+"?(\w+)/i.exec(statement) ?? [];
  if (!kind || !name) return [];
  if (kind.toLowerCase() !== 'table') return name.endsWith('_fts') ? [] : [`${kind.toLowerCase()} ${name}`];
  const list = bracketed(statement, statement.indexOf('('));
  const generated = [...statement.matchAll(/(\w+)\s+\w+(?:\s+not\s+null)?\s+(?:generated\s+always\s+)?as\s*\(/gi)].map(
    ([, column]) => column!,
  );
  const hidden = /\bprimary\s+key\b/i.test(list?.inner ?? '') ? [] : [`table ${name} has no primary key`];
  return [
    ...generated.map((column) => `generated column ${name}.${column}`),
    ...(/[(,]\s*_?rowid_?\s/i.test(statement) ? [`column ${name}.rowid`] : []),
    ...hidden,
  ];
}

/** Rule 7, as far as it is seen in the code: the crawl and the services remember nothing at the top of a module. */
export function remembered(sources: readonly Source[]): Breach[] {
  return breaches(
    sources.filter(({ path }) => /^src\/(?:crawl|services)\//.test(path)),
    ({ program }) =>
      (program['body'] as Node[]).flatMap((statement) =>
        declarations(statement)
          .filter(({ kind, init, id }) => kind !== 'const' || isEmptyCollection(init) || isFilled(program, dotted(id)))
          .map(({ id }) => ({ at: id.start, within: 'module', what: `remembers ${dotted(id) ?? 'something'}` })),
      ),
  );
}

function declarations(statement: Node): { kind: string; id: Node; init: Node | null }[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? (statement['declaration'] as Node | null) : statement;
  if (declaration?.type !== 'VariableDeclaration') return [];
  return (declaration['declarations'] as Node[]).map(({ id, init }) => ({
    kind: String(declaration['kind']),
    id: id as Node,
    init: init as Node | null,
  }));
}

/** A collection that is made empty is made to be filled. */
function isEmptyCollection(init: Node | null): boolean {
  return init?.type === 'NewExpression' && /^(?:Weak)?(?:Map|Set)$/.test(dotted(init['callee']) ?? '') && argumentsOf(init).length === 0;
}

function isFilled(program: Node, name: string | null): boolean {
  let filled = false;
  walk(program, (node) => {
    const changes = /^(?:set|add|delete|clear|push|pop|shift|unshift|splice)$/.test(methodOf(node) ?? '');
    const target =
      node.type === 'AssignmentExpression' ? node['left'] : node.type === 'UpdateExpression' ? node['argument'] : changes && node['callee'];
    const object = target && (target as Node).type === 'MemberExpression' ? (target as Node)['object'] : null;
    filled ||= name !== null && object !== null && dotted(object) === name;
  });
  return filled;
}

/** Rule 8, its first half: SQL tells no time, and leases are the queue's. */
export function otherClocks(sources: readonly Source[]): Breach[] {
  const clock = /\b(?:current_(?:timestamp|time|date)\b|(?:unixepoch|strftime|julianday|datetime|date|time|now)\s*\()/gi;
  const clocks = breaches(
    sources,
    (source) =>
      fragmentsOf(source).flatMap((one) =>
        told(
          one,
          [...one.text.matchAll(clock)].map(() => 'tells the time in SQL'),
        ),
      ),
    [migrations],
  );
  const leases = breaches(
    sources,
    inTree((node) => (/\blease(?:d_until|_until|Until)\b/.test(wordOf(node)?.word ?? '') ? ['keeps a lease'] : [])),
    ['src/queue/', 'src/db/rows/queue.ts', migrations],
  );
  return [...clocks, ...leases];
}

/** Rule 9: an engine's full text is spoken behind its door only. */
export function fullTextElsewhere(sources: readonly Source[]): Breach[] {
  const free = [...fullText, migrations, 'src/db/rows/'];
  const inFragments = (source: Source) =>
    fragmentsOf(source).flatMap((one) =>
      told(
        one,
        [...one.text.matchAll(/\bmatch\b|\bbm25\s*\(/gi)].map(([word]) => says(word)),
      ),
    );
  const inWords = inTree((node) => {
    const found = /\bfts5\b|\b\w+_fts\b/i.exec(wordOf(node)?.word ?? '')?.[0] ?? (comparison(node)?.operator === 'match' ? 'match' : null);
    return found === null ? [] : [says(found)];
  });
  return [...breaches(sources, inFragments, free), ...breaches(sources, inWords, free)];
}

function says(word: string): string {
  return `says ${word.toLowerCase().replace(/\s*\($/, '')}`;
}

/** Rule 10: tests open the engine in `test/db/` only, and see rows through `test/support/rows.ts`. */
export function testsBesideRows(tests: readonly Source[]): Breach[] {
  return breaches(
    tests,
    ({ path, imports }) =>
      imports.flatMap(({ specifier, at }) => {
        const engine = /^better-sqlite3(?:\/|$)/.test(specifier ?? '');
        const inside = /\/src\/db\/(?:dialect\.ts|migrations\/)/.test(specifier ?? '') && !path.startsWith('test/support/');
        const what = `takes ${specifier?.replace(/^(?:\.\.\/)+/, '')}`;
        return engine || inside ? [{ at, within: 'module', what }] : [];
      }),
    ['test/db/'],
  );
}
