import { parseSync, visitorKeys } from 'oxc-parser';

/** A piece of the syntax tree, as ESTree names it. */
export interface Node {
  type: string;
  /** Offsets in the text. */
  start: number;
  end: number;
  [field: string]: unknown;
}

/** What a piece stands in, the nearest last. It is the walk's own and changes as it goes on. */
export type Trail = readonly Node[];

/** Throws where it is not valid TypeScript. */
export function parse(path: string, text: string): Node {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  return program as unknown as Node;
}

/** Visits a piece and all in it; a visit that answers `false` keeps out of what is in that piece. */
export function walk(node: Node, visit: (node: Node, trail: Trail) => unknown, trail: Node[] = []): void {
  if (visit(node, trail) === false) return;
  trail.push(node);
  for (const key of visitorKeys[node.type] ?? []) {
    const child = node[key] as Node | null | (Node | null)[];
    if (Array.isArray(child)) child.forEach((one) => one && walk(one, visit, trail));
    else if (child) walk(child, visit, trail);
  }
  trail.pop();
}

/** Whether something in the piece is as told; functions in it are not looked into. */
export function holds(node: Node, is: (node: Node, trail: Trail) => boolean): boolean {
  let found = false;
  walk(node, (one, trail) => {
    found ||= is(one, trail);
    return !found && (one === node || !isFunction(one));
  });
  return found;
}

/** `a.b.c` as text, whether written with dots, `?.` or `['b']`, and without a leading `globalThis`. */
export function dotted(value: unknown): string | null {
  const node = value as Node | null | undefined;
  if (!node) return null;
  if (node.type === 'Identifier') return String(node['name']);
  if (node.type === 'ChainExpression' || node.type === 'ParenthesizedExpression') return dotted(node['expression']);
  if (node.type !== 'MemberExpression') return null;
  const object = dotted(node['object']);
  const property = node['computed'] ? literal(node['property']) : dotted(node['property']);
  return object === null || property === null ? null : withoutGlobal(`${object}.${property}`);
}

export function withoutGlobal(name: string): string {
  return name.replace(/^(globalThis|global)\./, '');
}

export function literal(value: unknown): string | null {
  const node = value as Node | undefined;
  return node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null;
}

/** The name of the method that a call asks for; null where it is no method's call. */
export function methodOf(node: Node): string | null {
  const callee = node.type === 'CallExpression' ? (node['callee'] as Node) : null;
  if (callee?.type !== 'MemberExpression') return null;
  return callee['computed'] ? literal(callee['property']) : dotted(callee['property']);
}

export function argumentsOf(node: Node): readonly Node[] {
  return node['arguments'] as Node[];
}

export function isFunction({ type }: Node): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';
}

/** `['a', b]`: how long such a list is, everybody sees. */
export function isWrittenOut(list: unknown): boolean {
  const { type, elements } = (list ?? { type: '' }) as Node;
  const listed = type === 'ArrayExpression' ? (elements as (Node | null)[]) : [];
  return listed.length > 0 && listed.every((one) => one?.type !== 'SpreadElement');
}

/** The names that a pattern binds: of a parameter or a declaration. */
export function bound(pattern: Node): string[] {
  const names: string[] = [];
  walk(pattern, (node, trail) => {
    if (node.type.startsWith('TSType')) return false;
    // Where a default begins, what follows is no name any more.
    if (trail.at(-1)?.type === 'AssignmentPattern' && trail.at(-1)!['right'] === node) return false;
    if (node.type === 'Identifier' && !isKey(node, trail.at(-1))) names.push(String(node['name']));
    return true;
  });
  return names;
}

/** Whether the name is that of a field, in a literal, a pattern or after a dot, and refers to no variable. */
export function isKey(node: Node, parent: Node | undefined): boolean {
  if (!parent || parent['computed'] === true || parent['shorthand'] === true) return false;
  return parent['property'] === node || parent['key'] === node;
}

/** The nearest named thing that a piece stands in: a function, a method, or what is declared. */
export function nameAround(trail: Trail): string {
  for (const [index, node] of [...trail.entries()].toReversed()) {
    const parent = trail[index - 1];
    if (isFunction(node)) {
      const name = dotted(node['id']) ?? dotted(parent?.['key']) ?? (parent?.type === 'VariableDeclarator' ? dotted(parent['id']) : null);
      if (name !== null) return name;
    } else if (node.type === 'VariableDeclarator' && trail.slice(0, index).every((one) => !isFunction(one))) {
      return dotted(node['id']) ?? 'module';
    }
  }
  return 'module';
}
