import { Args } from '@oclif/core'
import { businessFlag, pageOf, pagingFlags } from '../../flags/common-flags.ts'
import { pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CustomersSearch extends SillaCommand {
  static override summary = 'Search customers by name, email or phone'
  static override description =
    'Finds guests and customers with an account by the beginning of words of their name, of their ' +
    'email address or of their phone number, and by the last digits of a phone number. Case, ' +
    'accents and the spacing of phone numbers are ignored. Erased customers are not found. --json ' +
    'prints the number of customers on all pages as `total`, at most 500.'
  static override examples = [
    '<%= config.bin %> customers search barberia-centro lucia',
    '<%= config.bin %> customers search barberia-centro "600 123" --limit 10 --json',
  ]
  static override args = {
    text: Args.string({
      description: 'Beginning of a name, an email address or a phone number.',
      required: true,
    }),
  }
  static override flags = { business: businessFlag, ...pagingFlags }

  async run() {
    const { args, flags } = await this.parse(CustomersSearch)
    const [{ searchCustomers }, { table }] = await Promise.all([
      import('@silla/core/customers/search-customers'),
      import('../../format/table.ts'),
    ])
    const context = await this.operatorContext(flags.business)
    const { customers, total } = await searchCustomers(context, {
      text: args.text,
      ...pageOf(flags),
    })
    const rows = customers.map((customer) => [
      String(customer.id),
      customer.name,
      customer.email,
      customer.phone,
      String(customer.bookings),
      String(customer.pointsBalance),
      [
        customer.account === null ? 'guest' : 'account',
        ...(customer.blockedAt === null ? [] : ['blocked']),
      ].join(', '),
    ])
    const headings = ['ID', 'Name', 'Email', 'Phone', 'Bookings', 'Points', 'Kind']
    this.log(
      pageText(flags, total, table(headings, rows), `${flags.business} has no matching customers.`),
    )
    return { customers, ...pageFacts(flags, total) }
  }
}
