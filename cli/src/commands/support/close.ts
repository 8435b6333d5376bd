import { businessFlag } from '../../flags/common-flags.ts'
import { accessArg } from '../../flags/support-args.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class SupportClose extends SillaCommand {
  static override summary = 'End an access to a salon, or withdraw a request for one'
  static override description =
    'Its token is refused within a second. There is no confirmation prompt, because a lost token ' +
    'should not wait. What has ended stays as it is.'
  static override examples = [
    '<%= config.bin %> support close 1042 -b barberia-centro',
    '<%= config.bin %> support close 1042 -b barberia-centro --json',
  ]
  static override args = { access: accessArg }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(SupportClose)
    const { endSupport } = await import('@silla/core/support/end-support')
    const context = await this.operatorContext(flags.business, { supportId: args.access })
    const access = await endSupport(context, args.access)
    this.log(`Access ${access.id} to ${flags.business}: ${access.state}.`)
    return { access }
  }
}
