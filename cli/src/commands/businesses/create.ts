import { Args, Flags } from '@oclif/core'
import type { NewBusiness } from '@silla/core'
import { UsageError } from '../../errors/report-error.ts'
import { isTerminal } from '../../format/terminal.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesCreate extends SillaCommand {
  static override summary = 'Create an empty business'
  static override description =
    'A business with a name, a place and a currency, and nothing to book yet: fill it with businesses apply. Its mode is fixed at birth: live takes real money, test uses the test side of the payment processor. On a terminal it asks for what was not said; elsewhere everything but the language must be.'
  static override examples = [
    '<%= config.bin %> businesses create',
    '<%= config.bin %> businesses create barberia-centro --name "Barbería Centro" --mode live --timezone Europe/Madrid --currency EUR --country ES',
    '<%= config.bin %> businesses create salon-marina --name "Salon Marina" --mode test --timezone Asia/Dubai --currency AED --country AE --language ar --json',
  ]
  static override args = {
    slug: Args.string({ description: 'Its short name: lower case letters, digits and hyphens.' }),
  }
  static override flags = {
    name: Flags.string({ description: 'The name that customers see.' }),
    mode: Flags.option({
      options: ['live', 'test', 'demo'] as const,
      description: 'Fixed at birth.',
    })(),
    timezone: Flags.string({ description: 'Its time zone, like Europe/Madrid.' }),
    currency: Flags.option({
      options: ['EUR', 'USD', 'GBP', 'AED'] as const,
      description: 'What it charges in.',
    })(),
    country: Flags.string({ description: 'Two letters, like ES.' }),
    language: Flags.option({
      options: ['es', 'en', 'ar'] as const,
      description: 'Its main language; es when nobody is asked.',
    })(),
  }

  async run() {
    const { args, flags } = await this.parse(BusinessesCreate)
    const { name, mode, timezone, currency, language } = flags
    const country = flags.country?.toUpperCase()
    const input = await this.completed({
      slug: args.slug,
      name,
      mode,
      timezone,
      currency,
      country,
      language,
    })
    const { createBusiness } = await import('@silla/core/provisioning/create-business')
    const business = await createBusiness(await this.admin(), input)
    this.log(`Created ${business.slug} (${business.businessId}).`)
    this.log(
      `Next: ${this.config.bin} businesses apply FILE, and ${this.config.bin} keys create --business ${business.slug}.`,
    )
    return { business }
  }

  /**
   * Whoever named everything is asked nothing, and whoever named all but the language has Spanish.
   */
  private async completed({ language, ...requested }: Asked): Promise<NewBusiness> {
    const missing = Object.entries(requested).flatMap(([word, value]) =>
      value === undefined ? [word] : [],
    )
    if (missing.length === 0) return { language: language ?? 'es', ...requested } as NewBusiness
    if (this.jsonEnabled() || !isTerminal()) {
      const words = missing.map((word) => (word === 'slug' ? 'SLUG' : `--${word}`)).join(', ')
      throw new UsageError(`Missing: ${words}. On a terminal they are asked for. See --help.`)
    }
    const [{ promptBusiness: askBusiness }, { isSlugTaken }, admin] = await Promise.all([
      import('../../prompts/prompt-business.ts'),
      import('@silla/core/provisioning/create-business'),
      this.admin(),
    ])
    return askBusiness({ language, ...requested }, (slug) => isSlugTaken(admin, slug))
  }
}

type Asked = { [Word in keyof NewBusiness]: NewBusiness[Word] | undefined }
