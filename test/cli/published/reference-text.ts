import { AnswerTexts } from './answer-text.ts'
import {
  type CommandFacts,
  commandFacts,
  type FlagFacts,
  type InputFacts,
  topicFacts,
} from './command-facts.ts'
import type { CliJsonSchema } from './json-schema.ts'
import { spelling } from './surface-text.ts'

/**
 * docs/cli.md: every command with what it takes, examples and what --json answers, made from the
 * commands themselves.
 */
export function referenceText(schema: CliJsonSchema): string {
  const commands = commandFacts()
  const answers = new AnswerTexts(schema)
  const topics = [...topicFacts()].sort().map(([topic, about]) => ({
    topic,
    about,
    own: commands.filter(({ words }) => words.startsWith(`${topic} `)),
  }))
  const sections = topics.map(({ topic, about, own }) => {
    return `## ${topic}\n\n${about}.\n\n${own.map((command) => commandText(command, answers)).join('\n')}`
  })
  return [preface, contents(topics), ...sections, answers.problem(), answers.types()].join('\n')
}

const preface = `# The command line

Made from the commands by \`npm run cli-docs\`; every example is run by \`test/cli/examples.test.ts\` or \`test/cli/db.test.ts\`.

Run it as \`npx silla\`, or as \`silla\` after \`export PATH="$PWD/node_modules/.bin:$PATH"\` in the repository. It works on the
database of \`CLI_DATABASE_URL\`, else on the one that \`npm start\` runs, and refuses one whose schema is older or newer than itself.

- \`--json\` makes any command answer with one JSON object on stdout, or [tell in one what went wrong](#what-goes-wrong). Each
  command shows its own as TypeScript would write it: \`?\` marks what may be missing, \`DateTime\` is a moment in UTC
  (\`2027-06-30T08:00:00.000Z\`); other days and times are those of the salon's clock. The same stands in
  [cli-json.schema.json](cli-json.schema.json), where \`#/$defs/bookings-list\` is the answer of \`silla bookings list\`. Fields may be added;
  one that is there keeps its name and its meaning, or CHANGELOG.md says so.
- The exit code is 0 when it is done, 1 when it is not possible, 2 when the command line is not understood.
- A question is asked on a terminal only; elsewhere say \`--yes\`. With \`--dry-run\` nothing changes.
- Tables fit the terminal; through a pipe they are plain columns, whole. Colour is for terminals, and never with \`NO_COLOR\`.
- Times are the salon's own, unless a command says UTC.
- Commands about a salon itself (\`businesses\`, \`stripe\`) take its slug as an argument; those about something of a salon take it as
  \`--business\`, \`-b\`.
- What is not told on the command line is never read from a pipe: a command in a \`while read\` loop leaves the loop's lines alone.
- \`silla completion bash\` and \`silla completion zsh\` print what completes commands, flags, their values and slugs;
  \`silla completion bash --help\` says where to put it.
`

/** A line for each topic, with a link to each of its commands. */
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
  answers: AnswerTexts,
): string =>
  [
    `### silla ${words}`,
    `${summary}. ${description}`,
    ['| Takes | |', '|---|---|', ...args.map(argRow), ...flags.map(flagRow)].join('\n'),
    ['```sh', ...examples.flatMap(exampleLines), '```'].join('\n'),
    answers.of(words),
  ]
    .join('\n\n')
    .concat('\n')

const argRow = (arg: InputFacts) => row(arg.name.toUpperCase(), arg)
const flagRow = (flag: FlagFacts) => row(spelling(flag), flag)

function row(spelled: string, { description, required, options, fallback }: InputFacts): string {
  const notes = [
    required ? 'Required.' : '',
    options === null ? '' : `One of ${options.map((option) => `\`${option}\``).join(', ')}.`,
    fallback === null || fallback === 'false' ? '' : `Default: \`${fallback}\`.`,
  ].filter((note) => note !== '')
  return `| \`${spelled}\` | ${[description, ...notes].join(' ').replaceAll('|', '\\|')} |`
}

const exampleLines = ({ description, line }: CommandFacts['examples'][number]): string[] =>
  description === '' ? [line] : [`# ${description}`, line]
