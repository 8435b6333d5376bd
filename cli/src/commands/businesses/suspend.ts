import { slugArgument } from '../../flags/slug-argument.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesSuspend extends SillaCommand {
  static override summary = 'Stop serving a business'
  static override description =
    'Every request with its keys is refused with BUSINESS_SUSPENDED within a second. Nothing is lost; resume undoes it.'
  static override examples = [
    '<%= config.bin %> businesses suspend barberia-centro',
    '<%= config.bin %> businesses suspend barberia-centro --json',
  ]
  static override args = { slug: slugArgument }

  async run() {
    const { args } = await this.parse(BusinessesSuspend)
    const { suspendBusiness } = await import('@silla/core/provisioning/suspend-business')
    const business = await suspendBusiness(await this.admin(), args.slug)
    this.log(`${business.slug} is suspended.`)
    return { business }
  }
}
