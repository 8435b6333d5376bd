import { keyArgument } from '../../flags/arguments.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class KeysRevoke extends SillaCommand {
  static override summary = 'Revoke an API key immediately'
  static override description =
    'Every process rejects the key within a second. There is no confirmation prompt, because a ' +
    'leaked key should not wait. A revoked key cannot be restored: create a new one.'
  static override examples = [
    '<%= config.bin %> keys revoke barberia-centro 3f2a9c1e',
    '<%= config.bin %> keys revoke barberia-centro 3f2a9c1e --json',
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
