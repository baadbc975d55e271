/** As its file, its folder or its parameter says. */
const jquery =
  /(?:^|\/)jquery[-.](\d+)\.(\d+)(?:\.\d+)*(?:[-.](?:slim|min))*\.js|\/jquery[/@](\d+)\.(\d+)\.\d+\/(?:dist\/)?jquery(?:[-.](?:slim|min))*\.js|(?:^|\/)jquery(?:[-.](?:slim|min))*\.js\?(?:ver|v)=(\d+)\.(\d+)(?:\.\d+)*/i;

/** What in a script's address names a jQuery with known holes; empty without one. */
export function oldLibraryIn(src: string): string {
  const [named = '', ...found] = jquery.exec(src) ?? [];
  const [major, minor] = found.filter((one) => one !== undefined).map(Number);
  const isOld = major !== undefined && (major < 3 || (major === 3 && minor! < 5));
  return isOld ? named.replace(/^\//, '') : '';
}
