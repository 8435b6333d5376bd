import { readSettings } from '../../config.ts'
import { slugArgument } from '../../flags/arguments.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesShow extends SillaCommand {
  static override summary = 'Show a business'
  static override description =
    'Shows the settings of a salon, the number of categories, services, professionals and ' +
    'upcoming bookings, and the address of its booking page if PUBLIC_URL is set here.'
  static override examples = [
    '<%= config.bin %> businesses show barberia-centro',
    '<%= config.bin %> businesses show barberia-centro --json',
  ]
  static override args = { slug: slugArgument }

  async run() {
    const { args } = await this.parse(BusinessesShow)
    const [{ showBusiness }, { pageUrls }, { parsePublicUrl }, { businessCard }] =
      await Promise.all([
        import('@silla/core/provisioning/show-business'),
        import('@silla/core/pages/page-urls'),
        import('@silla/core/pages/public-url'),
        import('../../format/cards.ts'),
      ])
    const publicUrl = parsePublicUrl(readSettings().publicUrl)
    const business = await showBusiness(await this.admin(), args.slug)
    const pageUrl = pageUrls(publicUrl, business.slug, business)?.booking ?? null
    this.log(businessCard(business, pageUrl))
    return { business, pageUrl }
  }
}
