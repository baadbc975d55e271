import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';

/** Reads a list by the signed token in its address; undefined if there is none. `name` is what to call the file, without its ending. */
export type ReadExport = (token: string) => Promise<{ name: string; text: AsyncIterable<string> } | undefined>;

/** Anything that cannot be a token is not looked at. */
const tokenShape = /^[A-Za-z0-9_-]{30,400}$/;

/** Adds `/exports/{token}.csv`, which needs no key: knowing the address is enough. */
export function mountExports(app: FastifyInstance, readExport: ReadExport): void {
  app.get<{ Params: { file: string } }>('/exports/:file', async (request, reply) => {
    const { file } = request.params;
    const token = file.endsWith('.csv') ? file.slice(0, -'.csv'.length) : '';
    const found = tokenShape.test(token) ? await readExport(token) : undefined;
    if (!found)
      throw new AppError('not_found', 'There is no file at this address, or no more: each is good for a day.', {
        hint: 'Take a new address from the answer that named this one, such as csvUrl of audit_get.',
      });
    reply.headers({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${found.name.replaceAll(/[^\w-]/g, '_')}.csv"`,
      'x-content-type-options': 'nosniff',
    });
    // Who asks for the headers alone does not have the whole list made, which may take minutes.
    return reply.type('text/csv; charset=utf-8').send(Readable.from(request.method === 'HEAD' ? [] : found.text));
  });
}
