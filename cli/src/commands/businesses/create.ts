import { Flags } from '@oclif/core'
import type { NewBusiness } from '@silla/core'
import { defaultLanguage, languages } from '@silla/locale'
import { UsageError } from '../../errors/report-error.ts'
import { optionalBusinessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'
import { isTerminal } from '../../text/terminal.ts'

export default class BusinessesCreate extends SillaCommand {
  static override summary = 'Create an empty business'
  static override description =
    'The business has a name, a location and a currency, but nothing to book yet: fill it with ' +
    'businesses apply. Its mode cannot be changed later: live takes real money, test uses the ' +
    'test mode of the payment processor. On a terminal the command prompts for missing values; ' +
    'without a terminal everything but the language is required.'
  static override examples = [
    '<%= config.bin %> businesses create',
    '<%= config.bin %> businesses create barberia-centro --name "Barbería Centro" --mode live --timezone Europe/Madrid --currency EUR --country ES',
    '<%= config.bin %> businesses create salon-marina --name "Salon Marina" --mode test --timezone Asia/Dubai --currency AED --country AE --language ar --json',
  ]
  static override flags = {
    business: optionalBusinessFlag('A short, unique name: lower-case letters, digits and hyphens.'),
    name: Flags.string({ description: 'The name that customers see.' }),
    mode: Flags.option({
      options: ['live', 'test', 'demo'] as const,
      description: 'The mode; it cannot be changed later.',
    })(),
    timezone: Flags.string({ description: 'The time zone, such as Europe/Madrid.' }),
    currency: Flags.option({
      options: ['EUR', 'USD', 'GBP', 'AED'] as const,
      description: 'The currency of its prices.',
    })(),
    country: Flags.string({ description: 'The two-letter country code, such as ES.' }),
    language: Flags.option({
      options: languages,
      description: `The main language; without a prompt, the default is ${defaultLanguage}.`,
    })(),
  }

  async run() {
    const { flags } = await this.parse(BusinessesCreate)
    const { name, mode, timezone, currency, language } = flags
    const country = flags.country?.toUpperCase()
    const input = await this.complete({
      slug: flags.business,
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
      `Next: ${this.config.bin} businesses apply FILE, and ${this.config.bin} keys create ` +
        `${business.slug}.`,
    )
    return { business }
  }

  /**
   * Prompts for missing values; if only the language is missing, it is Spanish without a prompt.
   */
  private async complete({ language, ...values }: PartialInput): Promise<NewBusiness> {
    const missing = Object.entries(values).flatMap(([word, value]) =>
      value === undefined ? [word] : [],
    )
    if (missing.length === 0)
      return { language: language ?? defaultLanguage, ...values } as NewBusiness
    if (this.jsonEnabled() || !isTerminal()) {
      const words = missing.map((word) => (word === 'slug' ? 'SLUG' : `--${word}`)).join(', ')
      throw new UsageError(
        `Missing: ${words}. On a terminal, the command prompts for them. See --help.`,
      )
    }
    const [{ promptBusiness }, { isSlugTaken }, admin] = await Promise.all([
      import('../../prompts/prompt-business.ts'),
      import('@silla/core/provisioning/create-business'),
      this.admin(),
    ])
    return promptBusiness({ language, ...values }, (slug) => isSlugTaken(admin, slug))
  }
}

type PartialInput = { [Word in keyof NewBusiness]: NewBusiness[Word] | undefined }
