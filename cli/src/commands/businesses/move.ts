import { Flags } from '@oclif/core'
import type { MovedSalon } from '@silla/core'
import type { Sql } from '@silla/db'
import { CliError, UsageError } from '../../errors/report-error.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { originOf } from '../../flags/origin.ts'
import { pluralize } from '../../format/pluralize.ts'
import { withProgress } from '../../format/with-progress.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesMove extends SillaCommand {
  static override summary = 'Move a salon to another deployment while it is served'
  static override description =
    'Copies everything of the salon into the database of RECEIVER_DATABASE_URL, of the same version, and ' +
    'follows its changes. Then the salon takes no changes for some seconds (BUSINESS_MOVING; it can be read), ' +
    'both are compared row by row, and the other deployment serves it, with its ids, keys, calendar ' +
    'addresses, sessions and waiting jobs. Here it is deleted, and requests that still arrive are led to ' +
    '--to, as after businesses delete --moved-to. When it is interrupted, the salon is served in one place at ' +
    'most: run the same command again to continue, or with --abort to delete the copy and go on here. ' +
    'RECEIVER_SECRETS_KEY is the SECRETS_KEY of the other deployment. See docs/archives.md.'
  static override examples = [
    '<%= config.bin %> businesses move barberia-centro --to https://book.example',
    '<%= config.bin %> businesses move barberia-centro --to https://book.example --json',
    {
      description: 'Stay here after a move was interrupted',
      command: '<%= config.bin %> businesses move barberia-centro --abort',
    },
  ]
  static override flags = {
    business: businessFlag,
    to: Flags.string({
      description:
        'Where the other deployment is reached, without a path: pages and calendars are redirected there.',
      helpValue: 'URL',
    }),
    abort: Flags.boolean({
      description: 'Undo a move that has not come to its end.',
      exclusive: ['to'],
    }),
  }
  /** Checks of both databases run while locks are held. */
  static override adminConnections = 2

  async run(): Promise<(MovedSalon & { aborted: false }) | AbortedMove> {
    const { flags } = await this.parse(BusinessesMove)
    if (!flags.abort && flags.to === undefined)
      throw new UsageError('--to is required: where the other deployment is reached.')
    const url = originOf('--to', flags.to)
    const source = await this.admin()
    const { lock, receiver, close } = await this.openConnections()
    try {
      return flags.abort || url === null
        ? await this.abort(flags.business, { source, lock, receiver })
        : await this.move(flags.business, url, { source, lock, receiver })
    } finally {
      await close()
    }
  }

  private async move(slug: string, url: string, connections: Connections) {
    const [{ moveSalon }, { openArchiveKeys }, { randomBytes }, { secretsKeys, receiverKeys }] =
      await Promise.all([
        import('@silla/core/moves/move-salon'),
        import('@silla/core/archives/archive-keys'),
        import('node:crypto'),
        import('../../db/processor.ts'),
      ])
    const keys = { sourceKeys: secretsKeys(), receiverKeys: receiverKeys() }
    const archiveKeys = openArchiveKeys(randomBytes(32))
    const moved = await withProgress(`Moving ${slug}`, this.jsonEnabled(), (onProgress) =>
      moveSalon(slug, {
        ...connections,
        ...keys,
        ...{ url, archiveKeys },
        ...(onProgress && { onProgress }),
      }),
    )
    const { rows, closedMilliseconds } = moved
    if (rows !== null && closedMilliseconds !== null)
      this.log(
        `${pluralize(rows, 'row')} compared. ${slug} took no changes for ${(closedMilliseconds / 1000).toFixed(1)} s.`,
      )
    this.log(`${slug} is served at ${moved.url}.`)
    return { ...moved, aborted: false as const }
  }

  private async abort(slug: string, connections: Connections): Promise<AbortedMove> {
    const { abortMove } = await import('@silla/core/moves/abort-move')
    const aborted = await abortMove(slug, connections)
    this.log(`${slug} is served here, and the copy is deleted.`)
    return { ...aborted, aborted: true }
  }

  private async openConnections(): Promise<
    Omit<Connections, 'source'> & { close(): Promise<void> }
  > {
    const [{ currentLogin, openPool }, urls, { readSettings }] = await Promise.all([
      import('@silla/db'),
      import('../../db/database-urls.ts'),
      import('../../config.ts'),
    ])
    const { operator } = readSettings()
    const receiver = openPool({ url: urls.receiverUrl(), max: 2, name: 'silla-cli', operator })
    const lock = openPool({ url: urls.adminUrl(), max: 1, name: 'silla-cli-move', operator })
    const close = async () => {
      // a server that answers nothing does not keep the command
      await Promise.all([receiver, lock].map((pool) => pool.end({ timeout: 5 })))
    }
    try {
      const { name, role } = await currentLogin(receiver)
      if (role !== adminRole)
        throw new CliError(
          `RECEIVER_DATABASE_URL has the role ${name}, but silla needs ${adminRole}.`,
        )
    } catch (error) {
      await close()
      throw error
    }
    return { lock, receiver, close }
  }
}

const adminRole = 'silla_admin'

interface Connections {
  source: Sql
  lock: Sql
  receiver: Sql
}

interface AbortedMove {
  slug: string
  businessId: string
  aborted: true
}
