/** Sets of numbers that are joined two and two; the lowest number of a set stands for it. */
export interface Sets {
  join(one: number, other: number): void;
  rootOf(number: number): number;
}

export function setsOf(size: number): Sets {
  const above = new Uint32Array(size + 1).map((_, number) => number);
  const rootOf = (number: number) => {
    let root = number;
    while (above[root] !== root) {
      above[root] = above[above[root]!]!;
      root = above[root]!;
    }
    return root;
  };
  return {
    rootOf,
    join(one, other) {
      const [first, second] = [rootOf(one), rootOf(other)];
      above[Math.max(first, second)] = Math.min(first, second);
    },
  };
}
