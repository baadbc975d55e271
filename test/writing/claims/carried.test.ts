import { expect, test } from 'vitest';
import { carry, unpack } from '../../../src/writing/claims/carried.ts';
import { ground } from '../../../src/writing/claims/citations.ts';

const evidence = new Map([
  [1, { documentId: 'doc_1', title: 'Pools', url: 'https://docs.example/1', passages: ['A pool keeps sockets open.'] }],
]);
const markdown = '## Pools\n\nA pool keeps sockets open. [1] See `keepAlive`. [2]\n\n- One item\n\n| a | b |\n|---|---|\n| x | 7 |';

test('a grounded text that is handed over is the same once it is unpacked', async () => {
  const grounded = await ground({ markdown, faq: [{ question: 'Why?', answer: 'A pool keeps sockets open.' }], evidence, language: 'en' });
  const carried = structuredClone(carry(grounded));
  expect(unpack(carried)).toEqual(grounded);
  expect(carried).toMatchObject({ opening: ['A pool keeps sockets open.', 'See keepAlive.', 'A pool keeps sockets open.'], wordCount: 9 });
});
