import { type Command, Help, type Interfaces } from '@oclif/core'
import { failUnknownCommand } from './command-not-found.ts'

/** oclif's help, with the wording of docs/cli.md and an error for unknown commands. */
export default class SillaHelp extends Help {
  constructor(config: Interfaces.Config, options: Partial<Interfaces.HelpOptions> = {}) {
    // the summary is already the first line
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
    // oclif leaves a space or a bar behind where it lists flags that depend on or exclude others
    return super.formatCommand(command).replace(/ (?:\| )?\]/g, ']')
  }
}

/** The description of --json, which all commands have. */
export const jsonDescription = 'Print one JSON object on stdout, also for errors.'

/** The leading words that are a command or a topic; later words may be arguments. */
function knownWords(argv: string[], config: Interfaces.Config): string[] {
  const words = argv.filter((word) => !word.startsWith('-') && word !== 'help')
  for (const index of words.keys()) {
    const known = words.slice(0, index + 1)
    if (config.findCommand(known.join(':')) !== undefined) return known
    if (config.findTopic(known.join(':')) === undefined) failUnknownCommand(words, config)
  }
  return words
}
