import { Config } from '@oclif/core'
import { oclifOptions } from '../../oclif-options.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CompletionZsh extends SillaCommand {
  static override summary = 'Print the zsh completion script'
  static override description =
    'Completes topics, commands, flags and their values. Slugs are read from the database, at ' +
    'most once a minute. Add eval "$(silla completion zsh)" to ~/.zshrc, below compinit and the ' +
    'line that puts silla on the PATH.'
  static override examples = [
    '<%= config.bin %> completion zsh',
    '<%= config.bin %> completion zsh --json',
  ]

  async run() {
    await this.parse(CompletionZsh)
    const [{ wordTree }, { zshScript }] = await Promise.all([
      import('../../completion/word-tree.ts'),
      import('../../completion/scripts.ts'),
    ])
    const script = zshScript(wordTree(await Config.load(oclifOptions())))
    if (!this.jsonEnabled()) process.stdout.write(script)
    return { script }
  }
}
