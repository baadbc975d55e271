import { expect, test } from 'vitest';
import { AppError, errorTable, problemOf } from '../src/errors.ts';
import { callRest, connectMcp, operationByName } from './support/wire-clients.ts';
import { startReceiver } from './support/receiver.ts';
import { scenario, startMemory, type Memory, type Step } from './support/scenario.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';

async function start(): Promise<{ app: TestApp; url: string; key: string; memory: Memory }> {
  const app = await createTestApp();
  const { url } = await app.desk.listen({ port: 0 });
  const { key } = await app.desk.services.keys.create({ name: 'test', scope: 'admin' });
  return { app, url, key, memory: await startMemory((await startReceiver()).url) };
}

const recall = (step: Step, memory: Memory, answer: unknown) => Object.assign(memory, step.remember?.(answer as never));

test('every operation answers over REST, as the OpenAPI document says', async () => {
  const { app, url, key, memory } = await start();
  for (const step of scenario) {
    const answer = await callRest(url, key, step.operation, step.input(memory));
    const { status } = operationByName(step.operation);
    expect(answer, step.operation).toMatchObject({ status: step.refusedWith ? errorTable[step.refusedWith].status : status });
    recall(step, memory, answer.body);
    await app.desk.runDue();
  }
});

test('every operation answers over MCP with structured content and the same text', async () => {
  const { app, url, key, memory } = await start();
  const client = await connectMcp(url, key);
  for (const step of scenario) {
    const result = await client.callTool({ name: step.operation, arguments: step.input(memory) });
    const text = JSON.parse((result.content as { text: string }[])[0]!.text) as Record<string, unknown>;
    expect(result.isError ?? false, `${step.operation}: ${JSON.stringify(text)}`).toBe(step.refusedWith !== undefined);
    if (step.refusedWith) expect(text['code']).toBe(step.refusedWith);
    else expect(result.structuredContent).toEqual(text);
    recall(step, memory, text);
    await app.desk.runDue();
  }
  await client.close();
});

test('an error is the same object over REST and over MCP, and names the next call as each face has it', async () => {
  const { url, key } = await start();
  const expected = problemOf(new AppError('not_found', 'There is no article art_x.', { hint: 'See articles_list.' }));
  const rest = await callRest(url, key, 'articles_get', { id: 'art_x' });
  expect(rest.contentType).toBe('application/problem+json');
  expect(rest.body).toEqual({ ...expected, hint: 'See GET /api/v1/articles.', requestId: expect.any(String) });
  const client = await connectMcp(url, key);
  const result = await client.callTool({ name: 'articles_get', arguments: { id: 'art_x' } });
  expect(JSON.parse((result.content as { text: string }[])[0]!.text)).toEqual({ ...expected, requestId: expect.any(String) });
  expect(result).toMatchObject({ isError: true });
  expect(result).not.toHaveProperty('structuredContent');
  await client.close();
});
