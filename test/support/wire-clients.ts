import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { nouns } from '../../schema/index.ts';
import { fillPath, pathFields, type Operation } from '../../src/operation.ts';
import { openapiDocument } from '../../src/faces/openapi.ts';
import { catalogue } from '../../tools/index.ts';
import { validateResponse } from './openapi-validator.ts';

export interface RestAnswer {
  status: number;
  headers: Headers;
  contentType: string | null;
  body: unknown;
}

const document = openapiDocument(catalogue, { serverUrl: 'http://127.0.0.1', version: '0', nouns });
const operations = new Map(
  catalogue.flatMap((group) => group.operations).map((operation) => [operation.name, operation as Operation<never>]),
);

export function operationByName(name: string): Operation<never> {
  return operations.get(name)!;
}

/** Calls an operation as curl would: path fields into the path, the rest into the query of GET and DELETE, else into the body. Every answer is held against the document. */
export async function callRest(
  origin: string,
  key: string,
  name: string,
  input: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<RestAnswer> {
  const { method, path } = operationByName(name);
  const rest = Object.entries(input).filter(([field]) => !pathFields(path).includes(field));
  const inQuery = method === 'GET' || method === 'DELETE';
  const query = new URLSearchParams(
    inQuery ? rest.flatMap(([field, value]) => [value].flat().map((one): [string, string] => [field, String(one)])) : [],
  );
  const body = inQuery || rest.length === 0 ? undefined : JSON.stringify(Object.fromEntries(rest));
  const answer = await request(`${origin}/api/v1${fillPath(path, input)}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body,
  });
  const problems = validateResponse(document as never, method, `/api/v1${path}`, answer.status, answer.contentType, answer.body);
  if (problems.length > 0) throw new Error(`${name} does not answer as documented: ${problems.join('; ')}`);
  return answer;
}

export async function request(url: string, init?: RequestInit): Promise<RestAnswer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const contentType = response.headers.get('content-type');
  return {
    status: response.status,
    headers: response.headers,
    contentType,
    body: /json/.test(contentType ?? '') ? JSON.parse(text) : text,
  };
}

/** Today's MCP client over HTTP, held to 2026-07-28. */
export async function connectMcp(origin: string, key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
  );
  return client;
}
