import { Flags } from '@oclif/core'
import { businessFlag } from '../../business-flag.ts'
import { SillaCommand } from '../../silla-command.ts'
import { bold } from '../../terminal.ts'

export default class KeysIssue extends SillaCommand {
  static override summary = 'Issue a new API key'
  static override description =
    "Makes a key for a business and tells it: once, because only its hash is kept. Publishable keys go into browsers and may be bound to origins; secret keys stay on the salon's own server. A business has at most 10 active keys."
  static override examples = [
    '<%= config.bin %> keys issue --business barberia-centro --kind publishable --name "Web" --origin https://barberia.example',
    '<%= config.bin %> keys issue --business barberia-centro --kind secret --name "Till" --expires 90d --json',
  ]
  static override flags = {
    business: businessFlag,
    kind: Flags.option({
      options: ['publishable', 'secret'] as const,
      description: 'Whether browsers may hold it.',
      required: true,
    })(),
    name: Flags.string({ description: 'What it is for.', default: '' }),
    origin: Flags.string({ description: 'An origin that browsers may use it from; repeat for more.', multiple: true }),
    expires: Flags.string({
      description:
        'When it stops working: so many days from now (90d), a last day in the salon (2027-06-30), or a time (2027-06-30T12:00:00Z).',
    }),
  }

  async run() {
    const { flags } = await this.parse(KeysIssue)
    const [{ issueKey }, { showBusiness }, { readExpiry }] = await Promise.all([
      import('@silla/tenants'),
      import('@silla/core'),
      import('../../expiry.ts'),
    ])
    const admin = await this.admin()
    const business = await showBusiness(admin, flags.business)
    const expiresAt = flags.expires === undefined ? null : readExpiry(flags.expires, business.timezone, new Date())
    const { kind, name, origin: origins = [] } = flags
    const key = await issueKey(admin, business.businessId, { kind, name, origins, expiresAt })
    this.log(`A ${kind} key for ${business.slug}:\n\n  ${bold(key.key)}\n\nStore it now: it is not told again.`)
    return { key }
  }
}
