import { Config } from '@oclif/core'
import { oclifOptions } from '../../oclif-options.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CompletionBash extends SillaCommand {
  static override summary = 'Print the bash completion script'
  static override description =
    'Completes topics, commands, flags and their values. Slugs are read from the database, at ' +
    'most once a minute. Add eval "$(silla completion bash)" to ~/.bashrc, below the line that ' +
    'puts silla on the PATH.'
  static override examples = [
    '<%= config.bin %> completion bash',
    '<%= config.bin %> completion bash --json',
  ]

  async run() {
    await this.parse(CompletionBash)
    const [{ wordTree }, { bashScript }] = await Promise.all([
      import('../../completion/word-tree.ts'),
      import('../../completion/scripts.ts'),
    ])
    const script = bashScript(wordTree(await Config.load(oclifOptions())))
    if (!this.jsonEnabled()) process.stdout.write(script)
    return { script }
  }
}
