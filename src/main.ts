import { Command, CommanderError, Option } from 'commander';
import { fail } from './commands/terminal.ts';
import { version } from './version.ts';

/** Exit codes: 0 done, 1 it could not be done, 2 the command line is wrong. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else process.exitCode = fail(error, argv.includes('--json'));
  }
}

const scopes = ['read', 'write', 'admin'];

function createProgram(): Command {
  const program = new Command('copydesk')
    .description('A content desk that agents run: MCP, REST and command line over one catalogue of operations.')
    .version(version)
    .option('--home <folder>', 'where the database and the key file are (COPYDESK_HOME; default ~/.copydesk)')
    .option('--log-level <level>', 'fatal, error, warn, info, debug, trace or silent (COPYDESK_LOG_LEVEL)')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(copydesk --help tells more)')
    .exitOverride();

  command(program, 'serve', 'serve MCP (/mcp) and REST (/api/v1) over HTTP, and do the work that is due')
    .option('--host <host>', 'address to listen on (COPYDESK_HOST; default 127.0.0.1; anything but loopback is production)')
    .option('--port <port>', 'port to listen on (COPYDESK_PORT; default 4141)')
    .option('--public-url <url>', 'how the outside reaches this desk (COPYDESK_PUBLIC_URL)')
    .option('--read-only', 'offer only operations that read, and none that shows a secret')
    .option('--json', 'print the address as JSON on stdout')
    .action(async (_options, self: Command) => (await import('./commands/serve.ts')).serve(self.optsWithGlobals()));

  command(program, 'stdio', 'serve MCP on stdin and stdout for one agent client, and do the work that is due')
    .option('--read-only', 'offer only operations that read, and none that shows a secret')
    .action(async (_options, self: Command) => (await import('./commands/stdio.ts')).stdio(self.optsWithGlobals()));

  command(program, 'write', 'write an article from documents and print it')
    .argument('<keyword>', 'what the article is about')
    .option('-s, --source <path-or-url...>', 'files, folders (Markdown, HTML, text) and URLs to write from; default: the knowledge base')
    .option('-w, --words <number>', 'words to aim at, 200–5000 (default 1000)')
    .option('-t, --type <type>', 'guide, how-to, listicle, comparison, review, news, opinion or glossary')
    .option('--title <title>', 'default: made from the keyword and the sources')
    .option('--project <id>', 'the project, where there is more than one')
    .option('--webhook-url <url>', 'where article.ready is sent')
    .option('-o, --out <file>', 'write the Markdown to a file')
    .option('--json', 'print the whole article as JSON')
    .action(async (keyword: string, _options, self: Command) =>
      (await import('./commands/write.ts')).write(keyword, self.optsWithGlobals()),
    );

  command(program, 'listen', 'receive webhooks here, verify their signatures and print them')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0 takes a free one', '4242')
    .option('--secret-file <file>', 'a file with the signing secret; default: the secret of the home')
    .option('--count <number>', 'stop after so many verified events')
    .option('--json', 'print one JSON line per event')
    .action(async (_options, self: Command) => (await import('./commands/listen.ts')).listen(self.optsWithGlobals()));

  command(program, 'call', 'call any operation; without a name, list them')
    .argument('[operation]', 'such as articles_list')
    .option('--json <input>', "the input as JSON; '-' reads stdin", '{}')
    .option('--wait', 'do the work, follow the job to its end and print it')
    .action(async (name: string | undefined, _options, self: Command) =>
      (await import('./commands/call.ts')).call(name, self.optsWithGlobals()),
    );

  addKeyCommands(program);
  command(program, 'doctor', 'check that this desk can work, and say what to mend')
    .option('--json', 'print JSON')
    .action(async (_options, self: Command) => (await import('./commands/doctor.ts')).doctor(self.optsWithGlobals()));

  command(program, 'config', 'print a working MCP configuration for an agent client')
    .argument('<client>', 'claude-desktop, claude-code, cursor, vscode, windsurf, zed or generic')
    .option('--http', 'connect over HTTP to a running serve instead of starting a process')
    .option('--json', 'print the configuration alone')
    .action(async (client: string, _options, self: Command) =>
      (await import('./commands/config.ts')).printConfig(client, self.optsWithGlobals()),
    );

  return program;
}

function addKeyCommands(program: Command): void {
  const keys = command(program, 'keys', 'API keys for HTTP');
  command(keys, 'create', 'make a key and show it once')
    .addOption(new Option('--scope <scope>', 'what it may do; each includes the one before').choices(scopes).default('write'))
    .option('--name <name>', 'to tell keys apart', 'default')
    .option('--json', 'print JSON')
    .action(async (_options, self: Command) => (await import('./commands/keys.ts')).createKey(self.optsWithGlobals()));
  command(keys, 'list', 'list keys without the keys themselves')
    .option('--json', 'print JSON')
    .action(async (_options, self: Command) => (await import('./commands/keys.ts')).listKeys(self.optsWithGlobals()));
  command(keys, 'revoke', 'end a key at once')
    .argument('<id>', "the key's id or its visible beginning")
    .option('--json', 'print JSON')
    .action(async (id: string, _options, self: Command) => (await import('./commands/keys.ts')).revokeKey(id, self.optsWithGlobals()));
}

/** A subcommand that throws instead of ending the process. */
function command(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).exitOverride().showHelpAfterError(`(copydesk ${name} --help tells more)`);
}
