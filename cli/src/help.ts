import { type Command, Help, type Interfaces } from '@oclif/core'
import { failUnknownCommand } from './command-not-found.ts'

/** oclif's help, for commands that exist, in the words of docs/cli.md. */
export default class SillaHelp extends Help {
  constructor(config: Interfaces.Config, options: Partial<Interfaces.HelpOptions> = {}) {
    // the summary stands above already
    super(config, { ...options, hideCommandSummaryInDescription: true })
  }

  /** @throws UsageError for a command that does not exist */
  override async showHelp(argv: string[]): Promise<void> {
    await super.showHelp(knownWords(argv, this.config))
  }

  protected override formatCommand(command: Command.Loadable): string {
    for (const flag of Object.values(command.flags)) {
      if (flag.name === 'json') flag.description = jsonDescription
      else if (flag.type === 'option' && flag.options === undefined)
        flag.helpValue ??= flag.name.toUpperCase()
    }
    // of flags that go together, or not together, oclif leaves the blank and the bar where the
    // others were told before
    return super.formatCommand(command).replace(/ (?:\| )?\]/g, ']')
  }
}

/** Of the flag that all commands have. */
export const jsonDescription =
  'Answer with one JSON object on stdout, also when something goes wrong.'

/** The words that are a command or a topic; what stands behind a command may be its arguments. */
function knownWords(argv: string[], config: Interfaces.Config): string[] {
  const words = argv.filter((word) => !word.startsWith('-') && word !== 'help')
  for (const place of words.keys()) {
    const known = words.slice(0, place + 1)
    if (config.findCommand(known.join(':')) !== undefined) return known
    if (config.findTopic(known.join(':')) === undefined) failUnknownCommand(words, config)
  }
  return words
}
