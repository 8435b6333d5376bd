import { Command, type Errors } from '@oclif/core'
import type { BusinessNotFoundError, RequestContext, TenantContext } from '@silla/core'
import type { Database, Sql } from '@silla/db'
import { readSettings } from './config.ts'
import type { Workers } from './db/worker.ts'
import { CliError, UsageError } from './errors/report-error.ts'
import { assertNoPipe, assertNotEmpty } from './flags/command-line.ts'
import { jsonText } from './format/json-text.ts'
import { stripControl } from './format/sanitize.ts'
import { isTerminal } from './format/terminal.ts'

/**
 * What all commands share: --json, a connection that is opened when first asked for and always
 * closed, questions. A command prints for people with `log`, and returns what --json prints; errors
 * are told by `run`.
 */
export abstract class SillaCommand extends Command {
  static override enableJsonFlag = true
  /** Off for what looks at any database, also one that a newer or an older Silla left. */
  static needsCurrentSchema = true
  #admin: Sql | undefined
  #database: Database | undefined
  #workers: Promise<Workers> | undefined

  /**
   * The database as the admin role.
   *
   * @throws Problem when the command needs the schema that this Silla was written for and the role
   *   of staff, and finds another
   */
  protected async admin(): Promise<Sql> {
    if (this.#admin === undefined) {
      const [{ openPool }, { adminUrl }, { assertCompatibleDatabase: refuseUnfitDatabase }] =
        await Promise.all([
          import('@silla/db'),
          import('./db/database-urls.ts'),
          import('./db/assert-compatible.ts'),
        ])
      this.#admin = openPool({
        url: adminUrl(),
        max: 1,
        name: 'silla-cli',
        operator: readSettings().operator,
      })
      if ((this.constructor as typeof SillaCommand).needsCurrentSchema)
        await refuseUnfitDatabase(this.#admin)
    }
    return this.#admin
  }

  /**
   * A business as its use cases meet it, for those that nobody calls through a door.
   * @throws ProvisioningError BUSINESS_NOT_FOUND
   */
  protected async worker(slug: string): Promise<TenantContext> {
    const { openWorkers } = await import('./db/worker.ts')
    this.#workers ??= this.admin().then(openWorkers)
    return (await this.#workers).worker(slug)
  }

  /**
   * As a salon, through the use cases of its own API. What the command changes is noted in the
   * salon's audit log under the command's name, with `detail`: ids and settings, nothing personal.
   */
  protected async actFor(
    slug: string,
    detail: Record<string, unknown> = {},
  ): Promise<RequestContext> {
    const [
      admin,
      { openDatabase },
      { adminUrl },
      { operatorContext: staffCaller },
      { systemClock },
    ] = await Promise.all([
      this.admin(),
      import('@silla/db'),
      import('./db/database-urls.ts'),
      import('@silla/core/operator-context'),
      import('@silla/core/clock'),
    ])
    this.#database ??= openDatabase({
      url: adminUrl(),
      name: 'silla-cli',
      operator: readSettings().operator,
    })
    const parts = { admin, database: this.#database, clock: systemClock }
    return staffCaller(parts, slug, { action: this.action, detail })
  }

  /** What the audit log calls the command: `bookings.cancel`. */
  protected get action(): string {
    return (this.id ?? '').replaceAll(':', '.')
  }

  /** Asks on a terminal whether to go on; elsewhere --yes must have said so. */
  protected async confirm(question: string, yes: boolean): Promise<void> {
    if (yes) return
    this.refuseWithoutTerminal()
    const { confirm } = await import('./prompts/prompts.ts')
    if (!(await confirm({ message: question, default: false })))
      throw new CliError('Nothing was changed.')
  }

  /** Asks on a terminal for a word to be typed; elsewhere --yes must have said so. */
  protected async confirmByTyping(word: string, what: string, yes: boolean): Promise<void> {
    if (yes) return
    this.refuseWithoutTerminal()
    const { input } = await import('./prompts/prompts.ts')
    const typed = await input({ message: `${what} Type ${word} to go on:` })
    if (typed.trim() !== word)
      throw new CliError('That is not what was asked for: nothing was changed.')
  }

  /** @throws UsageError with all that is wrong with a command line, in one line */
  protected override parse: Command['parse'] = async (takes = {}) => {
    try {
      const parsed = await super.parse({
        ...takes,
        enableJsonFlag: true,
        args: assertNoPipe(takes.args),
      })
      assertNotEmpty(parsed.args, parsed.flags)
      return parsed
    } catch (error) {
      const { flagError: flagProblem } = await import('./errors/flag-error.ts')
      throw error instanceof UsageError
        ? error
        : new UsageError(flagProblem(error as Errors.CLIError, takes))
    }
  }

  protected override async catch(error: Error): Promise<void> {
    if (this.#admin !== undefined && isUnknownBusiness(error)) {
      const { suggestBusiness: addMeantBusiness } = await import('./errors/suggest-business.ts')
      await addMeantBusiness(error, this.#admin)
    }
    throw error
  }

  protected override async finally(): Promise<void> {
    const workers = await this.#workers?.catch(() => undefined)
    await Promise.all([workers?.close(), this.#admin?.end(), this.#database?.close()])
  }

  private refuseWithoutTerminal(): void {
    if (isTerminal() && !this.jsonEnabled()) return
    throw new UsageError(
      'This asks before it changes anything, and there is no terminal to ask on: say --yes.',
    )
  }

  /**
   * To a terminal nothing is said that it would obey, but our own colours; through a pipe a text is
   * what it is.
   */
  override log(message = ''): void {
    super.log(process.stdout.isTTY ? stripControl(message) : message)
  }

  /** Plain, so that it is the same for every reader. */
  protected override logJson(json: unknown): void {
    process.stdout.write(`${jsonText(json)}\n`)
  }
}

/** By what it has: not every command loads the core. */
const isUnknownBusiness = (error: Error): error is BusinessNotFoundError =>
  'code' in error && error.code === 'BUSINESS_NOT_FOUND' && 'slug' in error
