import { businessFlag } from '../../flags/business-flag.ts'
import { keyArgument } from '../../flags/key-argument.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class KeysRevoke extends SillaCommand {
  static override summary = 'End an API key at once'
  static override description =
    'Every process refuses the key within a second. Does not ask: a leaked key should not wait. It cannot be undone; issue a new key instead.'
  static override examples = [
    '<%= config.bin %> keys revoke 3f2a9c1e --business barberia-centro',
    '<%= config.bin %> keys revoke 3f2a9c1e --business barberia-centro --json',
  ]
  static override args = { key: keyArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(KeysRevoke)
    const [{ revokeKey }, { showBusiness }] = await Promise.all([
      import('@silla/tenants'),
      import('@silla/core/provisioning/show-business'),
    ])
    const admin = await this.admin()
    const business = await showBusiness(admin, flags.business)
    const key = await revokeKey(admin, business.businessId, args.key)
    this.log(`Revoked the ${key.kind} key ${key.prefix}…${key.lastFour} of ${business.slug}.`)
    return { key }
  }
}
