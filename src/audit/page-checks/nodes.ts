import type { PageFacts } from '../../pages/page-facts.ts';
import { isNode, type JsonNode } from '../../pages/structured-data.ts';

/** A thing that JSON-LD describes, with the line of its block. */
export interface Described {
  line: number;
  node: JsonNode;
}

const maxNodes = 500;
const ofAnything = /^(?:Web|Item|About|Collection)Page$/;

/** Whether it describes a page of any kind: of questions and profiles there are checks of their own. */
export function isPageOfAnything(node: JsonNode): boolean {
  return typesOf(node).some((type) => ofAnything.test(type));
}

/** What the page's JSON-LD is about: the nodes of its blocks and of their `@graph`, and what a WebPage says to be about; not those within others. */
export function leadingNodes(facts: PageFacts): Described[] {
  return facts.jsonLd.flatMap(({ line, value }) =>
    [value]
      .flat()
      .flatMap((one) => (isNode(one) && Array.isArray(one['@graph']) ? [one['@graph']].flat(2) : [one]))
      .filter(isNode)
      .flatMap((node) => (isPageOfAnything(node) ? [node, ...nodesOf(node, 'mainEntity')] : [node]))
      .slice(0, maxNodes)
      .map((node) => ({ line, node })),
  );
}

/** Every node of the page's JSON-LD that is described, not only named by its `@id`. */
export function allNodes(facts: PageFacts): Described[] {
  const found: Described[] = [];
  for (const { line, value } of facts.jsonLd) {
    for (let level: unknown[] = [value]; level.length > 0 && found.length < maxNodes;) {
      for (const node of level) if (isNode(node) && found.length < maxNodes) found.push({ line, node });
      level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    }
  }
  return found;
}

export function typesOf(node: JsonNode): string[] {
  return [node['@type']]
    .flat()
    .flatMap((type) => (typeof type === 'string' ? [type.replace(/^(?:https?:\/\/schema\.org\/|schema:)/i, '')] : []));
}

/** A node that says nothing but which other it is. */
export function isReference(node: JsonNode): boolean {
  return node['@id'] !== undefined && Object.keys(node).every((key) => key.startsWith('@'));
}

export function lacks(node: JsonNode, ...fields: string[]): boolean {
  return fields.every((field) => {
    const value = node[field];
    return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  });
}

/** A field's values that are nodes. */
export function nodesOf(node: JsonNode, field: string): JsonNode[] {
  return [node[field]].flat().filter(isNode);
}

/** How a node names itself, for people. */
export function naming(node: JsonNode): string {
  const name = [node.name, node.headline, node['@id'], node.url].find((one) => typeof one === 'string' && one !== '') as string | undefined;
  return name === undefined ? typesOf(node).join(', ') : `${typesOf(node).join(', ')} “${name.slice(0, 80)}”`;
}
