import { businessFlag } from '../../flags/common-flags.ts'
import { accessArg } from '../../flags/support-args.ts'
import { SillaCommand } from '../../silla-command.ts'
import { bold } from '../../text/terminal.ts'

export default class SupportEnter extends SillaCommand {
  static override summary = 'Get the token of an access that an owner has approved'
  static override description =
    'Prints the token, once, for the operator who requested the access: until an owner has approved it, ' +
    'there is none. Send it as Authorization: Bearer, to REST or GraphQL. It is valid for 60 minutes from ' +
    'the approval.'
  static override examples = [
    '<%= config.bin %> support enter 1042 -b barberia-centro',
    '<%= config.bin %> support enter 1042 -b barberia-centro --json',
  ]
  static override args = { access: accessArg }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(SupportEnter)
    const [{ enterSupport }, { formatLocalTime }] = await Promise.all([
      import('@silla/core/support/enter-support'),
      import('../../text/values.ts'),
    ])
    const context = await this.operatorContext(flags.business, { supportId: args.access })
    const { access, token } = await enterSupport(context, args.access)
    const { timezone } = (await context.tenant.catalog()).settings
    this.log(
      `Entered ${flags.business} until ${formatLocalTime(access.expiresAt, timezone)}. The token:` +
        `\n\n  ${bold(token)}\n\nIt is not shown again.`,
    )
    return { access, token }
  }
}
