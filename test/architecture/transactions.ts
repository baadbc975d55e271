import { breaches, inTree, type Breach } from './breaches.ts';
import type { Source } from './source.ts';
import { argumentsOf, bound, dotted, holds, isFunction, isKey, isWrittenOut, methodOf, walk, type Node, type Trail } from './tree.ts';

/** Rule 1: functions of a write that change what stands outside them. */
export function changesOutside(sources: readonly Source[]): Breach[] {
  return breaches(
    sources,
    inTree((node, trail) => {
      const names = changed(node);
      const write = names.length > 0 ? writeAround(trail) : undefined;
      if (!write) return [];
      return names.filter((name) => !namesIn(write).has(name)).map((name) => `changes ${name}, which is outside the write`);
    }),
    ['src/db/'],
  );
}

/** Whether a function is what a write runs: it is handed the transaction, or to whoever has one. */
function runsInWrite(node: Node, parent: Node | undefined): boolean {
  if (!isFunction(node)) return false;
  const parameters = node['params'] as Node[];
  if (parameters.some(isTx)) return true;
  if (parent?.type === 'CallExpression' && argumentsOf(parent).includes(node))
    return /(?:^|\.)(?:(?:store|outcomes)\.write|store\.recording|inSlices)$/.test(dotted(parent['callee']) ?? '');
  return parent?.type === 'Property' && dotted(parent['key']) === 'write' && parameters.length === 0;
}

/** The outermost function of a write that a piece stands in. */
function writeAround(trail: Trail): Node | undefined {
  return trail.find((one, index) => runsInWrite(one, trail[index - 1]));
}

function isTx(parameter: Node): boolean {
  const annotation = (parameter['typeAnnotation'] as Node | null | undefined)?.['typeAnnotation'] as Node | undefined;
  return dotted(parameter) === 'tx' || dotted(annotation?.['typeName']) === 'Tx';
}

const kept = new WeakMap<Node, Set<string>>();

/** All that is declared in a function, wherever in it. */
function namesIn(write: Node): ReadonlySet<string> {
  const known = kept.get(write);
  if (known) return known;
  const names = new Set<string>();
  walk(write, (node) => {
    const patterns = isFunction(node)
      ? [...(node['params'] as Node[]), node['id'] as Node | null]
      : /^(?:VariableDeclarator|ClassDeclaration)$/.test(node.type)
        ? [node['id'] as Node | null]
        : node.type === 'CatchClause'
          ? [node['param'] as Node | null]
          : [];
    for (const pattern of patterns) if (pattern) for (const name of bound(pattern)) names.add(name);
  });
  kept.set(write, names);
  return names;
}

const changing = /^(?:push|pop|shift|unshift|splice|sort|reverse|fill|set|add|delete|clear)$/;

/** The variables that a piece changes, or changes something in. */
function changed(node: Node): string[] {
  if (node.type === 'AssignmentExpression') return targets(node['left'] as Node);
  if (node.type === 'UpdateExpression' || (node.type === 'UnaryExpression' && node['operator'] === 'delete'))
    return roots(node['argument'] as Node);
  if (node.type !== 'CallExpression') return [];
  if (dotted(node['callee']) === 'Object.assign') return argumentsOf(node).slice(0, 1).flatMap(roots);
  // A service's `add(tx, …)` changes rows.
  if (!changing.test(methodOf(node) ?? '') || argumentsOf(node).some((one) => dotted(one) === 'tx')) return [];
  return roots(listOf(node) as Node);
}

function targets(left: Node): string[] {
  return left.type === 'ObjectPattern' || left.type === 'ArrayPattern' ? bound(left) : roots(left);
}

/** `map` of `map.get(key)!.list[0]`; nothing for what a call makes anew. */
function roots(node: Node): string[] {
  switch (node.type) {
    case 'Identifier':
      return [String(node['name'])];
    case 'ThisExpression':
      return ['this'];
    case 'MemberExpression':
      return roots(node['object'] as Node);
    case 'CallExpression':
      return /^(?:get|at)$/.test(methodOf(node) ?? '') ? roots(listOf(node) as Node) : [];
    case 'AssignmentExpression':
      return roots(node['left'] as Node);
    default:
      return node['expression'] ? roots(node['expression'] as Node) : [];
  }
}

/** Rule 4: loops that await the database for each item. In `src/db/` a whole batch may go row by row. */
export function awaitsPerItem(sources: readonly Source[]): Breach[] {
  return breaches(
    sources,
    inTree((node, trail) => {
      const awaited = node.type === 'AwaitExpression' && isPerItem(node, trail) && takesDatabase(node['argument'] as Node);
      return awaited || isMappedToPromises(node) ? ['awaits the database per item'] : [];
    }),
    ['src/db/'],
  );
}

const each = /^(?:map|forEach|flatMap|from)$/;

function isPerItem(node: Node, trail: Trail): boolean {
  let inner = node;
  for (const outer of trail.toReversed()) {
    const loops = /^For(?:Of|In)Statement$/.test(outer.type) || (outer.type === 'ForStatement' && !goesBySlices(outer));
    if (loops && outer['right'] !== inner && outer['init'] !== inner && !isWrittenOut(outer['right'])) return true;
    if (isFunction(inner)) return each.test(methodOf(outer) ?? '') && argumentsOf(outer).includes(inner) && !isWrittenOut(listOf(outer));
    inner = outer;
  }
  return false;
}

/** `for (;;)`, like `while`, reads on until there is no more, and `at += maxAtOnce` takes many at a time. */
function goesBySlices({ test, update }: Node): boolean {
  const step = update as Node | null;
  const many = step?.type === 'AssignmentExpression' && step['operator'] === '+=' && (step['right'] as Node)['value'] !== 1;
  return test === null || many;
}

function listOf(call: Node): unknown {
  return (call['callee'] as Node)['object'];
}

/** Whether the transaction, the database or the store is asked, or handed on. */
function takesDatabase(node: Node): boolean {
  return holds(
    node,
    (one, trail) => one.type === 'Identifier' && /^(?:tx|db|store)$/.test(String(one['name'])) && !isObjectKey(one, trail.at(-1)),
  );
}

function isObjectKey(node: Node, parent: Node | undefined): boolean {
  return parent?.type === 'Property' && isKey(node, parent);
}

/** `Promise.all(items.map((item) => save(tx, item)))` awaits each item without saying so. */
function isMappedToPromises(node: Node): boolean {
  if (node.type !== 'CallExpression' || !/^Promise\.(?:all|allSettled)$/.test(dotted(node['callee']) ?? '')) return false;
  const mapped = argumentsOf(node)[0];
  if (!mapped || !each.test(methodOf(mapped) ?? '') || isWrittenOut(listOf(mapped))) return false;
  const callback = argumentsOf(mapped).at(-1);
  return callback !== undefined && isFunction(callback) && !awaitsItself(callback) && takesDatabase(callback['body'] as Node);
}

/** Those awaits are told one by one. */
function awaitsItself(callback: Node): boolean {
  return holds(callback['body'] as Node, (one) => one.type === 'AwaitExpression' && takesDatabase(one['argument'] as Node));
}

/** Rule 5, its second half: a fault of the database that is caught in a write, which another engine has given up by then. */
export function faultsCaught(sources: readonly Source[]): Breach[] {
  return breaches(
    sources,
    inTree((node, trail) => {
      const handler = node.type === 'TryStatement' ? (node['handler'] as Node | null) : null;
      const caught =
        (handler && asksTx(node['block'] as Node) && !rethrows(handler['body'] as Node)) ||
        (methodOf(node) === 'catch' && mentionsTx((node['callee'] as Node)['object'] as Node));
      return caught && writeAround(trail) ? ['catches a fault of the database inside a write'] : [];
    }),
    ['src/db/'],
  );
}

function asksTx(block: Node): boolean {
  return holds(block, (one) => one.type === 'AwaitExpression' && mentionsTx(one['argument'] as Node));
}

function mentionsTx(node: Node): boolean {
  return holds(node, (one, trail) => one.type === 'Identifier' && one['name'] === 'tx' && !isObjectKey(one, trail.at(-1)));
}

/** It ends by throwing, and never ends before. */
function rethrows(block: Node): boolean {
  const last = (block['body'] as Node[]).at(-1);
  return last?.type === 'ThrowStatement' && !holds(block, ({ type }) => /^(?:Return|Break|Continue)Statement$/.test(type));
}

/** Rule 8, its last part: a time that was asked before the write it is used in. */
export function timeFromOutside(sources: readonly Source[]): Breach[] {
  return breaches(
    sources,
    inTree((node, trail) => {
      const name = node.type === 'VariableDeclarator' && tellsTime(node['init'] as Node | null) ? dotted(node['id']) : null;
      if (name === null || writeAround(trail)) return [];
      return usedInWrite(trail.findLast(isFunction) ?? trail[0]!, name) ? ['asks the time before the write that uses it'] : [];
    }),
  );
}

function tellsTime(init: Node | null): boolean {
  return (
    init !== null &&
    !isFunction(init) &&
    holds(init, (one) => one.type === 'CallExpression' && /(?:^|\.)now$/.test(dotted(one['callee']) ?? ''))
  );
}

function usedInWrite(around: Node, name: string): boolean {
  let used = false;
  walk(around, (node, trail) => {
    if (node.type !== 'Identifier' || node['name'] !== name || isKey(node, trail.at(-1))) return;
    const write = writeAround(trail);
    used ||= write !== undefined && !namesIn(write).has(name);
  });
  return used;
}
