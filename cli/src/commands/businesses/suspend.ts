import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesSuspend extends SillaCommand {
  static override summary = 'Suspend a business'
  static override description =
    'Within a second, every request with its keys is rejected with BUSINESS_SUSPENDED. No data ' +
    'is deleted; businesses resume reverses this.'
  static override examples = [
    '<%= config.bin %> businesses suspend barberia-centro',
    '<%= config.bin %> businesses suspend barberia-centro --json',
  ]
  static override flags = { business: businessFlag }

  async run() {
    const { flags } = await this.parse(BusinessesSuspend)
    const { suspendBusiness } = await import('@silla/core/provisioning/suspend-business')
    const business = await suspendBusiness(await this.admin(), flags.business)
    this.log(`${business.slug} is suspended.`)
    return { business }
  }
}
