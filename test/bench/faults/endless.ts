/** A bench that does not end. */
export const tiny = {};

export function run(): Promise<object> {
  setInterval(() => {}, 1000);
  return new Promise(() => {});
}
