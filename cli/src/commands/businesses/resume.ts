import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesResume extends SillaCommand {
  static override summary = 'Resume a suspended business'
  static override description = 'Its keys work again within a second.'
  static override examples = [
    '<%= config.bin %> businesses resume barberia-centro',
    '<%= config.bin %> businesses resume barberia-centro --json',
  ]
  static override flags = { business: businessFlag }

  async run() {
    const { flags } = await this.parse(BusinessesResume)
    const { resumeBusiness } = await import('@silla/core/provisioning/suspend-business')
    const business = await resumeBusiness(await this.admin(), flags.business)
    this.log(`${business.slug} is active.`)
    return { business }
  }
}
