import { createCopydesk } from '../app.ts';

/** Why stored secrets of a home cannot be opened by its key, with what to do; null if all can. Brings the database to the newest schema. */
export async function keyProblemOf(home: string): Promise<string | null> {
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  try {
    const { keyFile } = (await desk.health()).checks as { keyFile?: string };
    return keyFile === 'ok' ? null : (keyFile ?? 'The database cannot be read.');
  } finally {
    await desk.close();
  }
}
