import { type CommandFacts, commandFacts, type FlagFacts, type InputFacts, topicFacts } from './command-facts.ts'
import { spelling } from './surface-text.ts'

/** docs/cli.md: every command with what it takes and examples, made from the commands themselves. */
export function referenceText(): string {
  const commands = commandFacts()
  const sections = [...topicFacts()].sort().map(([topic, about]) => {
    const own = commands.filter(({ words }) => words.startsWith(`${topic} `))
    return `## ${topic}\n\n${about}.\n\n${own.map(commandText).join('\n')}`
  })
  return `${preface}\n${sections.join('\n')}`
}

const preface = `# The command line

Made from the commands by \`npm run cli-docs\`; every example is run by \`test/cli/examples.test.ts\`.

Run it as \`npx silla\`. It works on the database of \`CLI_DATABASE_URL\`, else on the one that \`npm start\` runs, and refuses one
whose schema is older or newer than itself.

- \`--json\` makes any command answer with one JSON object on stdout. What goes wrong is then \`{ "error": { "message": ... } }\`,
  with more fields where there is more to tell, such as the \`code\` of a refusal.
- The exit code is 0 when it is done, 1 when it is not possible, 2 when the command line is not understood.
- A question is asked on a terminal only; elsewhere say \`--yes\`. With \`--dry-run\` nothing changes.
- Tables fit the terminal; through a pipe they are plain columns, whole. Colour is for terminals, and never with \`NO_COLOR\`.
- Times are the salon's own, unless a command says UTC.
- \`silla completion bash\` and \`silla completion zsh\` print what completes commands and flags; \`silla completion --help\` says where
  to put it.
`

const commandText = ({ words, summary, description, args, flags, examples }: CommandFacts): string =>
  [
    `### silla ${words}`,
    `${summary}. ${description}`,
    ['| Takes | |', '|---|---|', ...args.map(argRow), ...flags.map(flagRow)].join('\n'),
    ['```sh', ...examples.flatMap(exampleLines), '```'].join('\n'),
    '',
  ]
    .join('\n\n')
    .trimEnd()
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
