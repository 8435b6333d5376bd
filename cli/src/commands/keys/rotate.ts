import type { CreatedKey, KeySummary, RotatedKey } from '@silla/tenants'
import type { ErrorReport } from '../../errors/error-report.ts'
import { businessFlag } from '../../flags/business-flag.ts'
import { keyArgument } from '../../flags/key-argument.ts'
import { bold } from '../../format/terminal.ts'
import { KeyCommand } from '../../key-command.ts'

export default class KeysRotate extends KeyCommand {
  static override summary = 'Replace an API key, leaving 24 hours to change over'
  static override description =
    'Makes a key with the same kind, name, origins and expiry, and tells it once. The one it replaces goes on working for 24 hours; to end it at once, revoke it.'
  static override examples = [
    '<%= config.bin %> keys rotate 3f2a9c1e --business barberia-centro',
    '<%= config.bin %> keys rotate 3f2a9c1e --business barberia-centro --json',
  ]
  static override args = { key: keyArgument }
  static override flags = { business: businessFlag }

  async run(): Promise<{ key: CreatedKey; previous: KeySummary; error?: ErrorReport }> {
    const { args, flags } = await this.parse(KeysRotate)
    const [{ rotateKey }, { showBusiness }, { localTime }] = await Promise.all([
      import('@silla/tenants'),
      import('@silla/core/provisioning/show-business'),
      import('../../format/local-time.ts'),
    ])
    const admin = await this.admin()
    const business = await showBusiness(admin, flags.business)
    const observation = ({ created: key, previous }: RotatedKey) => {
      const until =
        previous.expiresAt === null ? '' : localTime(previous.expiresAt, business.timezone)
      return this.tell(
        `The new ${key.kind} key for ${business.slug}:\n\n  ${bold(key.key)}\n\nStore it now: it is not told again.\n` +
          `The old one (…${previous.lastFour}) works until ${until} (${business.timezone}).\n`,
        () => this.json.object({ key, previous }),
      )
    }
    const rotated = await this.making(() =>
      rotateKey(admin, business.businessId, args.key, undefined, observation),
    )
    return { key: rotated.created, previous: rotated.previous }
  }
}
