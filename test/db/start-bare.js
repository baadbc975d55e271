// What any such server imports before it can answer. It says of itself what it is told to (`start-bare.js <result>`) and waits.
import '@modelcontextprotocol/server';
import '@modelcontextprotocol/server/stdio';
import 'better-sqlite3';
import 'kysely';
import 'zod';

process.stdin.once('data', (line) => {
  const { jsonrpc, id } = JSON.parse(String(line));
  process.stdout.write(`${JSON.stringify({ result: JSON.parse(process.argv[2]), jsonrpc, id })}\n`);
});
