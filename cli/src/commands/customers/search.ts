import { Args } from '@oclif/core'
import { businessFlag } from '../../flags/business-flag.ts'
import { pageOf, pagingFlags } from '../../flags/paging-flags.ts'
import { pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CustomersFind extends SillaCommand {
  static override summary = 'Find customers by a part of their name, e-mail or phone'
  static override description =
    'Guests and those with an account, by name; capitals and accents do not matter, nor how a phone number is spaced. Those who were erased are not found; an empty text finds everybody else. --json tells in `total` how many there are on all pages.'
  static override examples = [
    '<%= config.bin %> customers search lucia --business barberia-centro',
    '<%= config.bin %> customers search "600 123" -b barberia-centro --limit 10 --json',
  ]
  static override args = {
    text: Args.string({
      description: 'A part of a name, an e-mail or a phone number.',
      required: true,
    }),
  }
  static override flags = { business: businessFlag, ...pagingFlags }

  async run() {
    const { args, flags } = await this.parse(CustomersFind)
    const [{ searchCustomers: findCustomers }, { table }] = await Promise.all([
      import('@silla/core/customers/search-customers'),
      import('../../format/table.ts'),
    ])
    const context = await this.actFor(flags.business)
    const { customers, total } = await findCustomers(context, { part: args.text, ...pageOf(flags) })
    const rows = customers.map((each) => [
      String(each.id),
      each.name,
      each.email,
      each.phone,
      String(each.bookings),
      String(each.pointsBalance),
      [
        each.account === null ? 'guest' : 'account',
        ...(each.blockedAt === null ? [] : ['blocked']),
      ].join(', '),
    ])
    const headings = ['ID', 'Name', 'E-mail', 'Phone', 'Bookings', 'Points', 'Kind']
    this.log(
      pageText(flags, total, table(headings, rows), `${flags.business} has no such customers.`),
    )
    return { customers, ...pageFacts(flags, total) }
  }
}
