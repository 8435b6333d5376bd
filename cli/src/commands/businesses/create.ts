import { Args, Flags } from '@oclif/core'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesCreate extends SillaCommand {
  static override summary = 'Create an empty business'
  static override description =
    'A business with a name, a place and a currency, and nothing to book yet: fill it with businesses apply. Its mode is fixed at birth: live takes real money, test uses the test side of the payment processor.'
  static override examples = [
    '<%= config.bin %> businesses create barberia-centro --name "Barbería Centro" --mode live --timezone Europe/Madrid --currency EUR --country ES',
    '<%= config.bin %> businesses create salon-marina --name "Salon Marina" --mode test --timezone Asia/Dubai --currency AED --country AE --language ar --json',
  ]
  static override args = {
    slug: Args.string({ description: 'Its short name: lower case letters, digits and hyphens.', required: true }),
  }
  static override flags = {
    name: Flags.string({ description: 'The name that customers see.', required: true }),
    mode: Flags.option({
      options: ['live', 'test', 'demo'] as const,
      description: 'Fixed at birth.',
      required: true,
    })(),
    timezone: Flags.string({ description: 'Its time zone, like Europe/Madrid.', required: true }),
    currency: Flags.option({
      options: ['EUR', 'USD', 'GBP', 'AED'] as const,
      description: 'What it charges in.',
      required: true,
    })(),
    country: Flags.string({ description: 'Two letters, like ES.', required: true }),
    language: Flags.option({
      options: ['es', 'en', 'ar'] as const,
      description: 'Its main language.',
      default: 'es',
    })(),
  }

  async run() {
    const { args, flags } = await this.parse(BusinessesCreate)
    const { createBusiness } = await import('@silla/core')
    const { name, mode, timezone, currency, country, language } = flags
    const ask = { slug: args.slug, name, mode, timezone, currency, country, language }
    const business = await createBusiness(await this.admin(), ask)
    this.log(`Created ${business.slug} (${business.businessId}).`)
    this.log(
      `Next: ${this.config.bin} businesses apply FILE, and ${this.config.bin} keys issue --business ${business.slug}.`,
    )
    return { business }
  }
}
