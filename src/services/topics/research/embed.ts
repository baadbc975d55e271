import type { Project } from '../../../../schema/projects.ts';
import { toAppError } from '../../../errors.ts';
import { createEmbeddings } from '../../../providers/embeddings/embeddings.ts';
import type { System } from '../../../system.ts';
import type { Integrations } from '../../account/index.ts';

export interface Embedding {
  system: System;
  integrations: Pick<Integrations, 'findAll' | 'meter'>;
}

/** What a configured model makes of some keywords, in their order; without vectors where none is configured, or where it fails, then with the code of why. */
export async function embed(
  { system, integrations }: Embedding,
  { id }: Pick<Project, 'id'>,
  keywords: readonly string[],
  signal: AbortSignal,
): Promise<{ vectors?: Float32Array[]; why?: string }> {
  const [configured] = await integrations.findAll(id, ['embeddings']);
  if (!configured) return {};
  try {
    return { vectors: await createEmbeddings(system, configured.settings, integrations.meter(id, 'embeddings')).embed(keywords, signal) };
  } catch (thrown) {
    signal.throwIfAborted();
    const { code } = toAppError(thrown);
    if (code === 'internal') throw thrown;
    return { why: code };
  }
}
