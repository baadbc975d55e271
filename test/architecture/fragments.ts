import type { Source } from './source.ts';
import { argumentsOf, dotted, literal, methodOf, nameAround, walk, type Node } from './tree.ts';

/** Stands in a fragment's text for what is interpolated. */
export const hole = '\0';

/** A piece of raw SQL. */
export interface Fragment {
  /** Without comments and the insides of strings, with a `hole` for each interpolation. */
  text: string;
  /** What is interpolated, in order. */
  holes: readonly Node[];
  at: number;
  within: string;
}

const kept = new WeakMap<Node, readonly Fragment[]>();

/** Every piece of raw SQL in a source, those within others too. */
export function fragmentsOf({ program }: Source): readonly Fragment[] {
  const known = kept.get(program);
  if (known) return known;
  const found: Fragment[] = [];
  kept.set(program, found);
  walk(program, (node, trail) => {
    const template = templateOf(node);
    if (!template) return;
    found.push({ ...template, text: withoutStrings(template.text), at: node.start, within: nameAround([...trail, node]) });
  });
  return found;
}

function templateOf(node: Node): Pick<Fragment, 'text' | 'holes'> | null {
  if (node.type === 'TaggedTemplateExpression') return dotted(node['tag']) === 'sql' ? read(node['quasi'] as Node) : null;
  if (node.type !== 'CallExpression') return null;
  const [first] = argumentsOf(node);
  if (dotted(node['callee']) === 'sql.raw' && first) return read(first);
  // A function that the builder calls by its name is SQL too.
  const called = /^fn$|\.fn$/.test(dotted(node['callee']) ?? '') ? literal(first) : null;
  return called === null ? null : { text: `${called}(${argumentsOf(node).length > 1 ? hole : ''})`, holes: argumentsOf(node).slice(1) };
}

function read(node: Node): Pick<Fragment, 'text' | 'holes'> | null {
  if (node.type !== 'TemplateLiteral') return { text: literal(node) ?? hole, holes: literal(node) === null ? [node] : [] };
  const quasis = node['quasis'] as unknown as { value: { raw: string } }[];
  return { text: quasis.map(({ value }) => value.raw).join(hole), holes: node['expressions'] as Node[] };
}

function withoutStrings(text: string): string {
  return text.replace(/'[^']*'/g, "''").replace(/--.*/g, '');
}

/** What stands between a bracket and the one that closes it, and what follows; null where it closes in another fragment. */
export function bracketed(text: string, open: number): { inner: string; rest: string } | null {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return { inner: text.slice(open + 1, at), rest: text.slice(at + 1) };
  }
  return null;
}

/** Commas of a list that are in no brackets of their own. */
export function commasOf(inner: string): number {
  let depth = 0;
  return [...inner].filter((char) => {
    depth += char === '(' ? 1 : char === ')' ? -1 : 0;
    return char === ',' && depth === 0;
  }).length;
}

/** What a piece says as a name, a text or a pattern; comments say nothing. */
export function wordOf(node: Node): { word: string; kind: 'name' | 'text' } | null {
  if (node.type === 'Identifier') return { word: String(node['name']), kind: 'name' };
  if (node.type === 'TemplateElement') return { word: (node['value'] as { raw: string }).raw, kind: 'text' };
  if (node.type !== 'Literal') return null;
  const pattern = (node['regex'] as { pattern: string } | undefined)?.pattern ?? literal(node);
  return pattern === null ? null : { word: pattern, kind: 'text' };
}

/** The operator of a comparison that Kysely's builder is asked for, and what it compares with. */
export function comparison(node: Node): { operator: string; value: Node } | null {
  const asked = methodOf(node) ?? (node.type === 'CallExpression' ? dotted(node['callee']) : null);
  if (asked === null || !/^(?:where|having|on|andWhere|orWhere|eb|when|and|or)$/.test(asked)) return null;
  const [, operator, value] = argumentsOf(node);
  const name = literal(operator);
  return name === null || !value ? null : { operator: name, value };
}
