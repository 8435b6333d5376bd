import { Command } from '@oclif/core'
import type { Worker } from '@silla/core'
import type { Sql } from '@silla/db'
import { Problem, UsageProblem } from './problem.ts'
import { isTerminal } from './terminal.ts'

/**
 * What all commands share: --json, a connection that is opened when first asked for and always closed, questions.
 * A command prints for people with `log`, and returns what --json prints; errors are told by `runSilla`.
 */
export abstract class SillaCommand extends Command {
  static override enableJsonFlag = true
  #admin: Sql | undefined
  readonly #closers: (() => Promise<void>)[] = []

  /** The database as the admin role. */
  protected async admin(): Promise<Sql> {
    if (this.#admin === undefined) {
      const [{ openPool }, { adminUrl }] = await Promise.all([import('@silla/db'), import('./database-urls.ts')])
      this.#admin = openPool({ url: adminUrl(), max: 1, name: 'silla-cli' })
    }
    return this.#admin
  }

  /**
   * A business as its use cases meet it, for those that nobody calls through a door.
   * @throws ProvisioningProblem BUSINESS_NOT_FOUND
   */
  protected async worker(slug: string): Promise<Worker> {
    const { openWorker } = await import('./worker.ts')
    const { worker, close } = await openWorker(await this.admin(), slug)
    this.#closers.push(close)
    return worker
  }

  /** Asks on a terminal whether to go on; elsewhere --yes must have said so. */
  protected async confirm(question: string, yes: boolean): Promise<void> {
    if (yes) return
    this.refuseWithoutTerminal()
    const { confirm } = await import('@inquirer/prompts')
    if (!(await confirm({ message: question, default: false }))) throw new Problem('Nothing was changed.')
  }

  /** Asks on a terminal for a word to be typed; elsewhere --yes must have said so. */
  protected async confirmByTyping(word: string, what: string, yes: boolean): Promise<void> {
    if (yes) return
    this.refuseWithoutTerminal()
    const { input } = await import('@inquirer/prompts')
    const typed = await input({ message: `${what} Type ${word} to go on:` })
    if (typed.trim() !== word) throw new Problem('That is not the name: nothing was changed.')
  }

  protected override async catch(error: Error): Promise<void> {
    throw error
  }

  protected override async finally(): Promise<void> {
    for (const close of this.#closers) await close()
    await this.#admin?.end({ timeout: 1 })
  }

  private refuseWithoutTerminal(): void {
    if (isTerminal() && !this.jsonEnabled()) return
    throw new UsageProblem('This asks before it changes anything, and there is no terminal to ask on: say --yes.')
  }

  /** Plain, so that it is the same for every reader. */
  protected override logJson(json: unknown): void {
    process.stdout.write(`${JSON.stringify(json, null, 2)}\n`)
  }
}
