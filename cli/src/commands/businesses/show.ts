import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesShow extends SillaCommand {
  static override summary = 'Show a business'
  static override description =
    'Shows the settings of a salon, the number of categories, services, professionals and ' +
    'upcoming bookings, and the address of its booking page if PUBLIC_URL is set here or the ' +
    'database is that of npm start.'
  static override examples = [
    '<%= config.bin %> businesses show barberia-centro',
    '<%= config.bin %> businesses show barberia-centro --json',
  ]
  static override flags = { business: businessFlag }

  async run() {
    const { flags } = await this.parse(BusinessesShow)
    const [{ showBusiness }, { pageUrls }, { publicUrl }, { businessCard }] = await Promise.all([
      import('@silla/core/provisioning/show-business'),
      import('@silla/core/pages/page-urls'),
      import('../../db/public-url.ts'),
      import('../../format/cards.ts'),
    ])
    const baseUrl = publicUrl()
    const business = await showBusiness(await this.admin(), flags.business)
    const pageUrl = pageUrls(baseUrl, business.slug, business)?.booking ?? null
    this.log(businessCard(business, pageUrl))
    return { business, pageUrl }
  }
}
