import { Flags } from '@oclif/core'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class KeysList extends SillaCommand {
  static override summary = 'List the API keys of a business'
  static override description =
    'Shows the prefix and the last four characters of each key, never the key itself. Times are ' +
    "in the salon's time zone."
  static override examples = [
    '<%= config.bin %> keys list barberia-centro',
    '<%= config.bin %> keys list barberia-centro --all --json',
  ]
  static override flags = {
    business: businessFlag,
    all: Flags.boolean({ description: 'Include expired and revoked keys.' }),
  }

  async run() {
    const { flags } = await this.parse(KeysList)
    const [{ listKeys }, { showBusiness }, { keyTable }] = await Promise.all([
      import('@silla/tenants'),
      import('@silla/core/provisioning/show-business'),
      import('../../format/keys.ts'),
    ])
    const admin = await this.admin()
    const business = await showBusiness(admin, flags.business)
    const all = await listKeys(admin, business.businessId)
    const keys = flags.all ? all : all.filter((key) => key.state === 'active')
    this.log(
      keys.length > 0
        ? keyTable(keys, business.timezone)
        : `${business.slug} has no ${flags.all ? '' : 'active '}keys.`,
    )
    return { keys }
  }
}
