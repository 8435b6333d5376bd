import { slugArgument } from '../../flags/slug-argument.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesShow extends SillaCommand {
  static override summary = 'Show one business'
  static override description =
    'What is set up for a salon: its settings, and how much there is of everything.'
  static override examples = [
    '<%= config.bin %> businesses show barberia-centro',
    '<%= config.bin %> businesses show barberia-centro --json',
  ]
  static override args = { slug: slugArgument }

  async run() {
    const { args } = await this.parse(BusinessesShow)
    const [{ showBusiness }, { businessCard }] = await Promise.all([
      import('@silla/core/provisioning/show-business'),
      import('../../format/business-card.ts'),
    ])
    const business = await showBusiness(await this.admin(), args.slug)
    this.log(businessCard(business))
    return { business }
  }
}
