import {
  type CommandFacts,
  commandFacts,
  type FlagFacts,
  type InputFacts,
  topicFacts,
} from './command-facts.ts'
import type { CliJsonSchema } from './json-schema.ts'
import { OutputTexts } from './output-text.ts'
import { spelling } from './surface-text.ts'

/**
 * The text of docs/cli.md: an introduction, and the arguments, flags, examples and JSON output of
 * every command.
 */
export function referenceText(schema: CliJsonSchema): string {
  const commands = commandFacts()
  const outputs = new OutputTexts(schema)
  const topics = [...topicFacts()].sort().map(([topic, description]) => ({
    topic,
    description,
    own: commands.filter(({ words }) => words.startsWith(`${topic} `)),
  }))
  const sections = topics.map(({ topic, description, own }) => {
    const texts = own.map((command) => commandText(command, outputs))
    return `## ${topic}\n\n${description}.\n\n${texts.join('\n')}`
  })
  return [preface, contents(topics), ...sections, outputs.errors(), outputs.types()].join('\n')
}

const preface = `# Command line reference

\`silla\` is the command line for the staff of the platform. This page is generated from the commands
with \`npm run cli-docs\`; \`test/cli/examples.test.ts\` and \`test/cli/db.test.ts\` run every example.

## Running silla

Run \`npx silla\` in the repository, or \`silla\` after
\`export PATH="$PWD/node_modules/.bin:$PATH"\`. Every command has \`--help\`.

\`silla\` connects to the database in \`CLI_DATABASE_URL\`, or to the one that \`npm start\` runs. It
refuses a database that lacks what it needs (\`silla db status\`).

## Arguments and flags

- The slug of a salon is the first argument, or \`--business\` or \`-b\`, whichever you prefer:
  \`silla bookings show barberia-centro 7K2MP9QRST\` and
  \`silla bookings show 7K2MP9QRST -b barberia-centro\` are the same.
- Days and times are in the salon's time zone, unless a command says UTC.
- Commands that need confirmation ask on a terminal. Without a terminal, pass \`--yes\`.
- With \`--dry-run\` nothing changes.

## Exit codes

| Code | Meaning |
|---|---|
| 0 | Success |
| 1 | The command failed, or a check found a problem (\`db doctor\`, \`catalog translate --check\`) |
| 2 | Invalid command line |
| 130, 143 | Interrupted by Ctrl-C (SIGINT), ended by SIGTERM |

Errors are printed on stderr in one line. With \`--json\` they are printed on stdout, see
[Errors](#errors).

## Output and --json

On a terminal, tables are fitted to its width and have colours, unless \`NO_COLOR\` is set. In a pipe
they are plain, complete columns.

With \`--json\` every command prints one JSON object on stdout. This page shows its type in TypeScript
notation: \`?\` marks an optional field, and \`DateTime\` is a moment in UTC
(\`2027-06-30T08:00:00.000Z\`). Other days and times are in the salon's time zone. The same types are
in [cli-json.schema.json](cli-json.schema.json) as JSON Schema: \`#/$defs/bookings-list\` is the output
of \`silla bookings list\`. New fields may be added; renamed or removed fields are listed in
CHANGELOG.md.

## Environment variables

| Variable | Meaning |
|---|---|
| \`CLI_DATABASE_URL\` | The database as the admin role, for most commands |
| \`MIGRATOR_DATABASE_URL\` | The database as the migrator role, for \`db migrate\`, \`db nodes\` and \`db reset\` |
| \`PREPARE_DATABASE_URL\` | A login that may create roles and databases, for \`db setup\`, \`db passwords\` and \`db reset\` |
| \`SILLA_OPERATOR\` | The name of the operator in the audit log; default: the account on this machine |
| \`SILLA_DATA_DIR\` | The data folder of \`npm start\`; default: \`.silla\` |
| \`STRIPE_SECRET_KEY\`, \`SECRETS_KEY\` and others | For \`stripe\` and \`payments reconcile\`, see [payments.md](payments.md) |
| \`REDIS_URL\`, \`SMTP_URL\` | Checked by \`db doctor\` if they are set |
| \`NO_COLOR\` | No colours |
| \`SILLA_DEBUG\` | Print the stack of errors |

## Shell completion

\`silla completion bash\` and \`silla completion zsh\` print scripts that complete commands, flags, their
values and slugs. \`silla completion bash --help\` shows how to install them.

## Scripting

- Use \`--json\` and the exit code. [cli-surface.txt](cli-surface.txt) lists all commands, arguments and
  flags.
- Pass \`--yes\` to commands that need confirmation, and \`--limit\` and \`--page\` to read long lists.
- Missing arguments are never read from standard input, so a command in a \`while read\` loop does not
  consume its lines.

## Commands
`

/** A line for each topic, with links to its commands. */
function contents(topics: { topic: string; own: CommandFacts[] }[]): string {
  const lines = topics.map(({ topic, own }) => {
    const links = own.map(
      ({ words }) => `[${words.slice(topic.length + 1)}](#silla-${words.replaceAll(' ', '-')})`,
    )
    return `- [**${topic}**](#${topic}): ${links.join(', ')}`
  })
  return `${lines.join('\n')}\n`
}

const commandText = (
  { words, summary, description, args, flags, examples }: CommandFacts,
  outputs: OutputTexts,
): string =>
  [
    `### silla ${words}`,
    `${summary}. ${description}`,
    [
      '| Argument or flag | Description |',
      '|---|---|',
      ...args.map(argRow),
      ...flags.map(flagRow),
    ].join('\n'),
    ['```sh', ...examples.flatMap(exampleLines), '```'].join('\n'),
    outputs.of(words),
  ]
    .join('\n\n')
    .concat('\n')

const argRow = (arg: InputFacts) => row(arg.name.toUpperCase(), arg)
const flagRow = (flag: FlagFacts) => row(spelling(flag), flag)

function row(label: string, { description, required, options, fallback }: InputFacts): string {
  const notes = [
    required ? 'Required.' : '',
    options === null ? '' : `One of ${options.map((option) => `\`${option}\``).join(', ')}.`,
    fallback === null || fallback === 'false' ? '' : `Default: \`${fallback}\`.`,
  ].filter((note) => note !== '')
  return `| \`${label}\` | ${[description, ...notes].join(' ').replaceAll('|', '\\|')} |`
}

const exampleLines = ({ description, line }: CommandFacts['examples'][number]): string[] =>
  description === '' ? [line] : [`# ${description}`, line]
