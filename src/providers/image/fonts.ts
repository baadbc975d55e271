import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readFontFile, type FontFile } from './font-file.ts';

export interface Face extends FontFile {
  path: string;
  family: string;
  weight: number;
}

/** The faces to choose from, preferred first; later ones cover scripts the first lacks. */
export interface Faces {
  title: readonly Face[];
  small: readonly Face[];
}

/** The fonts are three folders up in a checkout and four in the published package. */
const folder = ['../../../assets/fonts/', '../../../../assets/fonts/']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url));

/** Besides Latin, Greek and Cyrillic. Indic scripts are left out: the renderer stacks the parts of their syllables on top of each other. */
const scripts = ['Arabic', 'Hebrew', 'Thai'];

let faces: Promise<Faces> | undefined;

/** The bundled faces, read once per thread (about 1 MB). */
export async function loadFaces(): Promise<Faces> {
  faces ??= readFaces();
  try {
    return await faces;
  } catch (error) {
    // The fault may be temporary; the next image tries again.
    faces = undefined;
    throw error;
  }
}

async function readFaces(): Promise<Faces> {
  if (!folder) throw new Error('The folder assets/fonts of this package is missing.');
  const [bold, medium, ...others] = await Promise.all([
    readFace('Inter-Bold', 'Inter', 700),
    readFace('Inter-Medium', 'Inter', 500),
    ...scripts.map((script) => readFace(`NotoSans${script}-Bold`, `Noto Sans ${script}`, 700)),
  ]);
  return { title: [bold, ...others], small: [medium, ...others] };
}

async function readFace(name: string, family: string, weight: number): Promise<Face> {
  const path = fileURLToPath(new URL(`${name}.ttf`, folder));
  return { ...readFontFile(await readFile(path)), path, family, weight };
}
