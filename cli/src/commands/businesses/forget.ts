import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesForget extends SillaCommand {
  static override summary = 'Forget where a salon has moved to'
  static override description =
    'After businesses delete --moved-to, the page and the calendars of the salon are redirected, and its ' +
    'keys get BUSINESS_MOVED. This ends that: they are unknown from then on.'
  static override examples = [
    '<%= config.bin %> businesses forget barberia-centro',
    '<%= config.bin %> businesses forget barberia-centro --json',
  ]
  static override flags = { business: businessFlag }

  async run(): Promise<{ slug: string; businessId: string }> {
    const { flags } = await this.parse(BusinessesForget)
    const { forgetBusiness } = await import('@silla/core/provisioning/forget-business')
    const forgotten = await forgetBusiness(await this.admin(), flags.business)
    this.log(`${forgotten.slug} is forgotten.`)
    return forgotten
  }
}
