// What any such server imports before it can answer; it answers the first line with itself and waits.
import '@modelcontextprotocol/server';
import '@modelcontextprotocol/server/stdio';
import 'better-sqlite3';
import 'kysely';
import 'zod';

process.stdin.once('data', (line) => process.stdout.write(line));
