import { place, type Source } from './source.ts';
import { nameAround, walk, type Node, type Trail } from './tree.ts';

/** One place that breaks a rule. */
export interface Breach {
  /** Where, without the line, and what is wrong: as it stands on a list of old places. */
  entry: string;
  /** The same with the line, to be clicked on. */
  line: string;
}

type Told = (source: Source) => { at: number; within: string; what: string }[];

/** What is wrong with each source by a rule; `skipped` begin the paths that are free. */
export function breaches(sources: readonly Source[], told: Told, skipped: readonly string[] = []): Breach[] {
  return sources
    .filter(({ path }) => !skipped.some((begin) => path.startsWith(begin)))
    .flatMap((source) =>
      told(source).map(({ at, within, what }) => ({
        entry: `${source.path}: ${within}: ${what}`,
        line: `${place(source, at)} ${what}, in ${within}`,
      })),
    );
}

/** What a look at each piece of the tree finds wrong. */
export function inTree(look: (node: Node, trail: Trail, source: Source) => readonly string[]): Told {
  return (source) => {
    const found: ReturnType<Told> = [];
    walk(source.program, (node, trail) => {
      for (const what of look(node, trail, source)) found.push({ at: node.start, within: nameAround([...trail, node]), what });
    });
    return found;
  };
}

/** What the list of old places does not have, and what it has that is there no more: such a list only gets shorter. */
export function beyond(found: readonly Breach[], old: readonly string[]): string[] {
  const left = [...old];
  const added = found.filter(({ entry }) => {
    const at = left.indexOf(entry);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  return [...added.map(({ line }) => line), ...left.map((entry) => `take off the list of old places: ${entry}`)];
}
