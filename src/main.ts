import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { allowClosedPipes, fail } from './commands/terminal.ts';
import { copydesk, whyRefused } from './config.ts';
import { version } from './version.ts';

/** Exit codes: 0 done, 1 it could not be done, 2 the command line is wrong, 130 stopped by the person before it was done. */
export async function main(argv: readonly string[]): Promise<void> {
  allowClosedPipes();
  const program = createProgram();
  // `call` is for scripts: it always answers them with JSON.
  const telling = { json: false, debug: false };
  program.hook('preAction', (_program, action) => {
    const { json, logLevel } = action.optsWithGlobals();
    telling.json = json === true || action.name() === 'call';
    telling.debug = logLevel === 'debug' || logLevel === 'trace';
  });
  try {
    await program.parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else process.exitCode = fail(error, telling);
  }
}

const scopes = ['read', 'write', 'admin'];

const agentsMaySend = 'let agents without a key, and actions, send mail to others (COPYDESK_AGENTS_MAY_SEND)';

const listening = `
An event must carry a right signature, else it is refused with 401 whatever the flags say. A publishing send
(X-Webhook-Secret) is taken unverified; it has no delivery id, so sends of the same body count as attempts of one.`;

const loggingIn = `
It needs an OAuth client, from --client, from COPYDESK_GOOGLE_CLIENT_ID and COPYDESK_GOOGLE_CLIENT_SECRET, or that of the last login.
Without one it says how to make one. The token is stored as integrations_set stores it, and is never shown.`;

const backingUp = `
The folder holds the key too: whoever has it can open every secret of the desk. It is checked once it is written, and overwrites nothing.`;

const restoring = `
All is checked before anything changes. What is replaced stays in the home, in a folder named after the time.`;

const importing = `
The file is checked from end to end before anything is written. Ids and times stay as they were; where they are here already, it is refused.
Jobs, calendar slots and schedules go on here: stop them at the other desk, or here.`;

function createProgram(): Command {
  const program = new Command(copydesk)
    .description('A content desk that agents run: MCP, REST and command line over one catalogue of operations.')
    .version(version)
    .option('--home <folder>', 'where the database and the key file are (COPYDESK_HOME; default ~/.copydesk)', setting('home'))
    .option('--log-level <level>', 'fatal, error, warn, info, debug, trace or silent (COPYDESK_LOG_LEVEL)', setting('logLevel'))
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError(`(${copydesk} --help tells more)`)
    .exitOverride();

  addServingCommands(program);
  addWorkingCommands(program);
  addKeyCommands(program);
  addBackupCommands(program);
  addSearchConsoleCommands(program);
  addProjectFileCommands(program);
  addSetUpCommands(program);
  return program;
}

function addServingCommands(program: Command): void {
  command(program, 'serve', 'serve MCP (/mcp) and REST (/api/v1) over HTTP, and do the work that is due')
    .option(
      '--host <host>',
      'address to listen on (COPYDESK_HOST; default 127.0.0.1; anything but loopback is production)',
      setting('host'),
    )
    .option('--port <port>', 'port to listen on (COPYDESK_PORT; default 4141)')
    .option('--public-url <url>', 'how the outside reaches this desk (COPYDESK_PUBLIC_URL)', setting('publicUrl'))
    .option('--read-only', 'offer only operations that read, and none that shows a secret')
    .option('--agents-may-send', agentsMaySend)
    .option('--json', 'print the address as JSON on stdout')
    .action(async (_options, self: Command) => (await import('./commands/serve.ts')).serve(self.optsWithGlobals()));

  command(program, 'stdio', 'serve MCP on stdin and stdout for one agent client, and do the work that is due')
    .option('--read-only', 'offer only operations that read, and none that shows a secret')
    .option('--agents-may-send', agentsMaySend)
    .option('--files <folder>', 'let the client add files below this folder, documents and exports; may be repeated', repeated)
    .action(async (_options, self: Command) => (await import('./commands/stdio.ts')).stdio(self.optsWithGlobals()));

  command(program, 'listen', 'receive webhooks here, verify and print them, and rehearse failures')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0 takes a free one', '4242')
    .option('--secret-file <file>', 'a file with the signing secret; default: the secret of the home')
    .option('--fail <number>', 'answer 500 to the first so many attempts of each delivery')
    .option('--status <code>', 'what to answer in place of 204; with --fail: in place of its 500')
    .option('--delay <duration>', 'answer only so long after the arrival: 500ms, 3s, … (the desk waits 10s)')
    .option('--forward <url>', 'pass on to your app what --fail leaves, and answer what it answers; 502 where it gives no answer')
    .option('--count <number>', 'stop after so many deliveries, each counted once; with --fail when no longer failed')
    .option('--json', 'print one JSON line per request')
    .addHelpText('after', listening)
    .action(async (_options, self: Command) => (await import('./commands/listen.ts')).listen(self.optsWithGlobals()));
}

function addWorkingCommands(program: Command): void {
  command(program, 'write', 'write an article from documents and print it')
    .argument('<keyword>', 'what the article is about')
    .option(
      '-s, --source <path-or-url>',
      'a file, folder (Markdown, HTML, PDF, Word, text) or URL to write from; may be repeated; default: the knowledge base',
      repeated,
    )
    .option('-w, --words <number>', 'words to aim at, 200–5000 (default 1000)')
    .option('-t, --type <type>', 'guide, how-to, listicle, comparison, review, news, opinion or glossary')
    .option('--language <code>', 'such as en; default: that of the sources')
    .option('--outline <heading>', 'a section heading; repeated for each; default: made from the sources', repeated)
    .option('--title <title>', 'default: made from the keyword and the sources')
    .option('--writer <writer>', 'extractive (sentences of the sources, no model), llm (the configured model) or agent (prints the brief)')
    .option('--tone <tone>', "voice, for a model or an agent; default: the project's")
    .option('--instructions <text>', 'what else a model or an agent should heed')
    .option('--no-image', 'make no featured image')
    .option('--project <id>', 'the project, where there is more than one')
    .option('--webhook-url <url>', 'where article.ready is sent')
    .option('-o, --out <file>', 'write the Markdown to a file')
    .option('--open', 'show the article in the browser')
    .option('--json', 'print the whole article as JSON')
    .action(async (keyword: string, _options, self: Command) =>
      (await import('./commands/write.ts')).write(keyword, self.optsWithGlobals()),
    );

  command(program, 'call', 'call any operation; without a name, list them')
    .argument('[operation]', 'such as articles_list')
    .option('--json <input>', "the input as JSON; '-' reads stdin; default {}")
    .option('--wait', 'do the work, and print the job at its end or the delivery after its first attempt')
    // Commander's own would end here; after an operation's name it tells of that operation.
    .helpOption(false)
    .option('-h, --help', 'after an operation: its description, fields and an example')
    .action(async (name: string | undefined, { help }: { help?: boolean }, self: Command) => {
      if (help && name === undefined) return self.outputHelp();
      await (await import('./commands/call.ts')).call(name, self.optsWithGlobals());
    });
}

function addProjectFileCommands(program: Command): void {
  command(program, 'export', 'write all that a project holds, but secrets, to a file')
    .argument('[project]', 'its id or name; default: the only one')
    .requiredOption('--to <file>', 'the .tar.gz to make; it must not be there yet')
    .option('--json', 'print JSON')
    .action(async (project: string | undefined, _options, self: Command) =>
      (await import('./commands/export.ts')).exportToFile(project, self.optsWithGlobals()),
    );

  command(program, 'import', 'take in a project that was exported, all of it or nothing')
    .argument('<file>', 'what copydesk export made')
    .option('--as-copy', 'with ids of its own, so that it may stand beside the project itself')
    .option('--json', 'print JSON')
    .addHelpText('after', importing)
    .action(async (file: string, _options, self: Command) =>
      (await import('./commands/export.ts')).importFromFile(file, self.optsWithGlobals()),
    );
}

function addSetUpCommands(program: Command): void {
  command(program, 'doctor', 'check that this desk can work, and say what to mend')
    .option('--json', 'print JSON')
    .action(async (_options, self: Command) => (await import('./commands/doctor.ts')).doctor(self.optsWithGlobals()));

  command(program, 'config', 'print a working MCP configuration for an agent client')
    .argument('<client>', 'claude-desktop, claude-code, cursor, vscode, windsurf, zed or generic')
    .option('--files <folder>', 'let it add files below this folder, documents and exports; may be repeated', repeated)
    .option('--http', 'connect over HTTP to a running serve instead of starting a process')
    .option('--json', 'print the configuration alone')
    .action(async (client: string, _options, self: Command) =>
      (await import('./commands/config.ts')).printConfig(client, self.optsWithGlobals()),
    );
}

function addBackupCommands(program: Command): void {
  command(program, 'backup', 'copy the database and the key to a folder, also while the desk works')
    .requiredOption('--to <folder>', 'a folder that is not there yet, or one that backups stand in, each under its time', notEmpty)
    .option('--json', 'print JSON')
    .addHelpText('after', backingUp)
    .action(async (_options, self: Command) => (await import('./commands/backup.ts')).backup(self.optsWithGlobals()));

  command(program, 'restore', "put a backup in the place of the home's database and key, once no process has them open")
    .argument('<folder>', 'a backup, or what an earlier restore kept')
    .option('--without-secrets', 'restore it although its key does not open its secrets; new ones have to be made then')
    .option('--json', 'print JSON')
    .addHelpText('after', restoring)
    .action(async (folder: string, _options, self: Command) =>
      (await import('./commands/backup.ts')).restore(folder, self.optsWithGlobals()),
    );
}

function addSearchConsoleCommands(program: Command): void {
  const searchConsole = command(program, 'search-console', "Google's figures of the site");
  command(searchConsole, 'login', 'let a person allow this desk to read Search Console, in the browser, and name what may be read')
    .option('--client <file>', 'the JSON that Google Cloud downloads for an OAuth client, best of the type Desktop app')
    .option('--project <id>', 'the project, where there is more than one')
    .option('--port <port>', 'port of 127.0.0.1 that the browser comes back to; 0 takes a free one', '0')
    .option('--timeout <duration>', 'how long to wait: 90s, 5m, …', '5m')
    .option('--no-browser', 'only print the address to open, as over ssh')
    .option('--json', 'print JSON; the address goes to stderr')
    .addHelpText('after', loggingIn)
    .action(async (_options, self: Command) => (await import('./commands/search-console.ts')).login(self.optsWithGlobals()));
}

function addKeyCommands(program: Command): void {
  const keys = command(program, 'keys', 'API keys for HTTP');
  command(keys, 'create', 'make a key and show it once')
    .addOption(new Option('--scope <scope>', 'what it may do; each includes the one before').choices(scopes).default('write'))
    .option('--name <name>', 'to tell keys apart', notEmpty, 'default')
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
  const path = parent.parent ? `${copydesk} ${parent.name()} ${name}` : `${copydesk} ${name}`;
  return parent.command(name).description(description).exitOverride().showHelpAfterError(`(${path} --help tells more)`);
}

/** An option that is checked as the setting of the same meaning is. */
function setting(field: string): (text: string) => string {
  return (text) => {
    const fault = whyRefused(field, text);
    if (fault !== undefined) throw new InvalidArgumentError(`${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`);
    return text;
  };
}

function notEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

/** Each time the option is given adds one value: a list of its own would swallow the argument behind it. */
function repeated(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
