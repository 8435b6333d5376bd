import { Command, type Errors } from '@oclif/core'
import type { BusinessNotFoundError, RequestContext, TenantContext } from '@silla/core'
import type { Database, Sql } from '@silla/db'
import { readSettings } from './config.ts'
import type { TenantContexts } from './db/tenant-contexts.ts'
import { CliError, UsageError } from './errors/report-error.ts'
import { assertNotEmpty, ignoreStdin } from './flags/command-line.ts'
import { withBusinessFlag } from './flags/slug-argument.ts'
import { jsonText } from './text/json.ts'
import { stripControl } from './text/sanitize.ts'
import { isTerminal } from './text/terminal.ts'

/**
 * Base class of all commands: --json, database connections that are opened on first use and always
 * closed, and confirmation prompts. A command prints for people with `log` and returns what --json
 * prints; `run` in main.ts prints errors.
 */
export abstract class SillaCommand extends Command {
  static override enableJsonFlag = true
  /** False for commands that work with a database of any schema version. */
  static needsCurrentSchema = true
  /** How many connections as silla_admin a command may open at the same time. */
  static adminConnections = 1
  #admin: Sql | undefined
  #database: Database | undefined
  #tenants: Promise<TenantContexts> | undefined

  /**
   * The database as the admin role.
   *
   * @throws CliError when the login has another role, or the command needs the current schema and
   *   the database has another one
   */
  protected async admin(): Promise<Sql> {
    if (this.#admin === undefined) {
      const [{ openPool }, { adminUrl }, { assertCompatibleDatabase }] = await Promise.all([
        import('@silla/db'),
        import('./db/database-urls.ts'),
        import('./db/assert-compatible.ts'),
      ])
      this.#admin = openPool({
        url: adminUrl(),
        max: (this.constructor as typeof SillaCommand).adminConnections,
        name: 'silla-cli',
        operator: readSettings().operator,
      })
      if ((this.constructor as typeof SillaCommand).needsCurrentSchema)
        await assertCompatibleDatabase(this.#admin)
    }
    return this.#admin
  }

  /**
   * The context of a business for use cases that need no request, as in the worker.
   * @throws ProvisioningError BUSINESS_NOT_FOUND
   */
  protected async tenantContext(slug: string): Promise<TenantContext> {
    const { openTenantContexts } = await import('./db/tenant-contexts.ts')
    this.#tenants ??= this.admin().then(openTenantContexts)
    return (await this.#tenants).open(slug)
  }

  /**
   * A context that acts as the salon, for the use cases of its API. Changes are written to the
   * salon's audit log under the name of the command.
   * @param detail stored in the audit entry: ids and settings, no personal data
   * @param createdIdName what the id of a new row is called there; null: nothing is created
   */
  protected async operatorContext(
    slug: string,
    detail: Record<string, unknown> = {},
    createdIdName: string | null = null,
  ): Promise<RequestContext> {
    const [admin, { openDatabase }, { adminUrl }, { operatorContext }, { systemClock }] =
      await Promise.all([
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
    return operatorContext(parts, slug, { action: this.action, detail, createdIdName })
  }

  /** The name of the command in the audit log: `bookings.cancel`. */
  protected get action(): string {
    return (this.id ?? '').replaceAll(':', '.')
  }

  /** Asks for confirmation on a terminal; without a terminal, --yes is required. */
  protected async confirm(question: string, yes: boolean): Promise<void> {
    if (yes) return
    this.assertTerminal()
    const { confirm } = await import('./prompts/prompts.ts')
    if (!(await confirm({ message: question, default: false })))
      throw new CliError('Nothing was changed.')
  }

  /** Asks on a terminal to type a word; without a terminal, --yes is required. */
  protected async confirmByTyping(word: string, warning: string, yes: boolean): Promise<void> {
    if (yes) return
    this.assertTerminal()
    const { input } = await import('./prompts/prompts.ts')
    const typed = await input({ message: `${warning} Type ${word} to continue:` })
    if (typed.trim() !== word)
      throw new CliError(`The text does not match ${word}. Nothing was changed.`)
  }

  /** @throws UsageError with everything that is wrong with the command line, in one line */
  protected override parse: Command['parse'] = async (options = {}) => {
    try {
      const parsed = await super.parse(
        { ...options, enableJsonFlag: true, args: ignoreStdin(options.args) },
        await withBusinessFlag(this.argv, options),
      )
      assertNotEmpty(parsed.args, parsed.flags)
      return parsed
    } catch (error) {
      const { flagError } = await import('./errors/flag-error.ts')
      throw error instanceof UsageError
        ? error
        : new UsageError(flagError(error as Errors.CLIError, options))
    }
  }

  protected override async catch(error: Error): Promise<void> {
    if (this.#admin !== undefined && isUnknownBusiness(error)) {
      const { suggestBusiness } = await import('./errors/suggestion.ts')
      await suggestBusiness(error, this.#admin)
    }
    throw error
  }

  protected override async finally(): Promise<void> {
    const tenants = await this.#tenants?.catch(() => undefined)
    await Promise.all([tenants?.close(), this.#admin?.end(), this.#database?.close()])
  }

  private assertTerminal(): void {
    if (isTerminal() && !this.jsonEnabled()) return
    throw new UsageError('This needs confirmation, and there is no terminal: pass --yes.')
  }

  /** On a terminal, escape sequences other than colours are removed; a pipe gets the text as is. */
  override log(message = ''): void {
    super.log(process.stdout.isTTY ? stripControl(message) : message)
  }

  /** Without colours, the same for every reader. */
  protected override logJson(json: unknown): void {
    process.stdout.write(`${jsonText(json)}\n`)
  }
}

/** Checks properties, because not every command loads the core. */
const isUnknownBusiness = (error: Error): error is BusinessNotFoundError =>
  'code' in error && error.code === 'BUSINESS_NOT_FOUND' && 'slug' in error
