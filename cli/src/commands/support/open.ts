import { Flags } from '@oclif/core'
import { CliError, UsageError } from '../../errors/report-error.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'
import { bold } from '../../text/terminal.ts'

export default class SupportOpen extends SillaCommand {
  static override summary = 'Request access to a salon, to support it'
  static override description =
    'The owners of the salon get an email, and one of them approves the access on the page on which ' +
    'they sign in, within 24 hours. Then silla support enter prints the token, with which the API shows ' +
    'the salon for 60 minutes. Without --write nothing can be changed; people, sessions, keys, money ' +
    'settings, exports, refunds and health data are out of reach in any case. --emergency needs no ' +
    'approval, prints the token at once, and informs every owner. The owners read the reason: it ' +
    'contains no data of customers.'
  static override examples = [
    '<%= config.bin %> support open barberia-centro --reason "Bookings of Monday overlap"',
    '<%= config.bin %> support open barberia-centro --reason "Wrong prices online" --write --json',
    '<%= config.bin %> support open barberia-centro --reason "Guests cannot book" --write --emergency',
  ]
  static override flags = {
    business: businessFlag,
    reason: Flags.string({
      description: 'Why, for the owners: at most 200 characters.',
      required: true,
      helpValue: 'TEXT',
    }),
    write: Flags.boolean({ description: 'To change something too.' }),
    emergency: Flags.boolean({ description: 'Without an approval; every owner gets an email.' }),
  }

  async run() {
    const { flags } = await this.parse(SupportOpen)
    const [{ requestSupport }, { formatLocalTime }] = await Promise.all([
      import('@silla/core/support/request-support'),
      import('../../text/values.ts'),
    ])
    const { business: slug, write: canWrite = false, emergency: isEmergency = false } = flags
    const reason = flags.reason.trim()
    if (reason === '' || reason.length > maxReasonLength || /\p{Cc}/u.test(reason))
      throw new UsageError(`--reason must be one line of 1 to ${maxReasonLength} characters.`)
    const context = await this.operatorContext(slug, { canWrite, isEmergency }, 'supportId')
    const requested = await withHint(requestSupport(context, { reason, canWrite, isEmergency }))
    const { access, informed, token } = requested
    const { timezone } = (await context.tenant.catalog()).settings
    const until = formatLocalTime(access.expiresAt, timezone)
    const mailed = informed.length === 0 ? 'Nobody' : informed.join(', ')
    this.log(
      token === null
        ? `Requested access ${access.id} to ${slug} until ${until}. ${mailed} got an email. Once it ` +
            `is approved: silla support enter ${access.id} -b ${slug}`
        : `Entered ${slug} until ${until} with access ${access.id}. ${mailed} got an email. The ` +
            `token:\n\n  ${bold(token)}\n\nIt is not shown again.`,
    )
    return requested
  }
}

const maxReasonLength = 200

/** The core names no commands. */
async function withHint<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code !== 'NO_OWNER') throw error
    const hint = 'Invite one with silla staff invite, or use --emergency.'
    throw new CliError(`${message} ${hint}`, { code: 'NO_OWNER' })
  }
}
