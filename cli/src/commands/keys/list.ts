import { Flags } from '@oclif/core'
import { businessFlag } from '../../flags/business-flag.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class KeysList extends SillaCommand {
  static override summary = "List a business's API keys"
  static override description =
    "Shows what is kept of each key: its beginning and its last four characters, never the key. Times are the salon's."
  static override examples = [
    '<%= config.bin %> keys list --business barberia-centro',
    '<%= config.bin %> keys list --business barberia-centro --all --json',
  ]
  static override flags = {
    business: businessFlag,
    all: Flags.boolean({ description: 'Also those that are expired or revoked.' }),
  }

  async run() {
    const { flags } = await this.parse(KeysList)
    const [{ listKeys }, { showBusiness }, { keyTable }] = await Promise.all([
      import('@silla/tenants'),
      import('@silla/core/provisioning/show-business'),
      import('../../format/key-table.ts'),
    ])
    const admin = await this.admin()
    const business = await showBusiness(admin, flags.business)
    const every = await listKeys(admin, business.businessId)
    const keys = flags.all ? every : every.filter((key) => key.state === 'active')
    this.log(
      keys.length > 0
        ? keyTable(keys, business.timezone)
        : `${business.slug} has no ${flags.all ? '' : 'active '}keys.`,
    )
    return { keys }
  }
}
