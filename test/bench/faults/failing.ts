/** A bench that finds something wrong. */
export const tiny = {};

export async function run(): Promise<object> {
  return { passed: false };
}
