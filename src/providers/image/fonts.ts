import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readFontFile, type FontFile } from './font-file.ts';

/** A face that text can be set in. */
export interface Face extends FontFile {
  path: string;
  family: string;
  weight: number;
}

/** The faces of one voice, the preferred first; the others are for scripts that it lacks. */
export interface Faces {
  title: readonly Face[];
  small: readonly Face[];
}

/** The fonts are three folders up in a checkout and four in the published package. */
const folder = ['../../../assets/fonts/', '../../../../assets/fonts/']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url));

/** Besides Latin, Greek and Cyrillic. Scripts of India are left out: the renderer sets the parts of their syllables one upon the other. */
const scripts = ['Arabic', 'Hebrew', 'Thai'];

let faces: Promise<Faces> | undefined;

/** The faces that come with the product, read once in a process (some 1 MB). */
export async function loadFaces(): Promise<Faces> {
  faces ??= readFaces();
  try {
    return await faces;
  } catch (error) {
    // A disk may be mended; the next image tries anew.
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
