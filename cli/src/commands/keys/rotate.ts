import { businessFlag } from '../../business-flag.ts'
import { keyArgument } from '../../key-argument.ts'
import { SillaCommand } from '../../silla-command.ts'
import { bold } from '../../terminal.ts'

export default class KeysRotate extends SillaCommand {
  static override summary = 'Replace an API key, leaving 24 hours to change over'
  static override description =
    'Makes a key with the same kind, name, origins and expiry, and tells it once. The one it replaces goes on working for 24 hours; to end it at once, revoke it.'
  static override examples = [
    '<%= config.bin %> keys rotate 3f2a9c1e --business barberia-centro',
    '<%= config.bin %> keys rotate 3f2a9c1e --business barberia-centro --json',
  ]
  static override args = { key: keyArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(KeysRotate)
    const [{ rotateKey }, { showBusiness }, { localTime }] = await Promise.all([
      import('@silla/tenants'),
      import('@silla/core/provisioning/show-business'),
      import('../../local-time.ts'),
    ])
    const admin = await this.admin()
    const business = await showBusiness(admin, flags.business)
    const { issued: key, previous } = await rotateKey(admin, business.businessId, args.key)
    const until = previous.expiresAt === null ? '' : localTime(previous.expiresAt, business.timezone)
    this.log(
      `The new ${key.kind} key for ${business.slug}:\n\n  ${bold(key.key)}\n\nStore it now: it is not told again.`,
    )
    this.log(`The old one (…${previous.lastFour}) works until ${until} (${business.timezone}).`)
    return { key, previous }
  }
}
