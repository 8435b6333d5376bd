import type { CreatedKey, KeySummary, RotatedKey } from '@silla/tenants'
import type { ErrorReport } from '../../errors/error-report.ts'
import { keyArgument } from '../../flags/arguments.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { KeyCommand } from '../../key-command.ts'
import { bold } from '../../text/terminal.ts'

export default class KeysRotate extends KeyCommand {
  static override summary = 'Replace an API key, with a 24-hour grace period'
  static override description =
    'Creates a key with the same kind, name, origins and expiry, and prints it once. The old key ' +
    'keeps working for 24 hours; to end it immediately, use keys revoke.'
  static override examples = [
    '<%= config.bin %> keys rotate barberia-centro 3f2a9c1e',
    '<%= config.bin %> keys rotate barberia-centro 3f2a9c1e --json',
  ]
  static override args = { key: keyArgument }
  static override flags = { business: businessFlag }

  async run(): Promise<{ key: CreatedKey; previous: KeySummary; error?: ErrorReport }> {
    const { args, flags } = await this.parse(KeysRotate)
    const [{ rotateKey }, { showBusiness }, { formatLocalTime }] = await Promise.all([
      import('@silla/tenants'),
      import('@silla/core/provisioning/show-business'),
      import('../../text/values.ts'),
    ])
    const admin = await this.admin()
    const business = await showBusiness(admin, flags.business)
    const printKeys = ({ created: key, previous }: RotatedKey) => {
      const until =
        previous.expiresAt === null ? '' : formatLocalTime(previous.expiresAt, business.timezone)
      return this.print(
        `The new ${key.kind} key for ${business.slug}:\n\n  ${bold(key.key)}\n\nStore it now: it ` +
          'is not shown again.\n' +
          `The old key (…${previous.lastFour}) works until ${until} (${business.timezone}).\n`,
        () => this.json.object({ key, previous }),
      )
    }
    const rotated = await this.createAndPrint(() =>
      rotateKey(admin, business.businessId, args.key, undefined, printKeys),
    )
    return { key: rotated.created, previous: rotated.previous }
  }
}
