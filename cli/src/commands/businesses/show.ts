import { slugArgument } from '../../flags/arguments.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesShow extends SillaCommand {
  static override summary = 'Show a business'
  static override description =
    'Shows the settings of a salon and the number of categories, services, professionals and ' +
    'upcoming bookings.'
  static override examples = [
    '<%= config.bin %> businesses show barberia-centro',
    '<%= config.bin %> businesses show barberia-centro --json',
  ]
  static override args = { slug: slugArgument }

  async run() {
    const { args } = await this.parse(BusinessesShow)
    const [{ showBusiness }, { businessCard }] = await Promise.all([
      import('@silla/core/provisioning/show-business'),
      import('../../format/cards.ts'),
    ])
    const business = await showBusiness(await this.admin(), args.slug)
    this.log(businessCard(business))
    return { business }
  }
}
