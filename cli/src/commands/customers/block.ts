import { businessFlag } from '../../flags/business-flag.ts'
import { customerArgument } from '../../flags/customer-argument.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CustomersBlock extends SillaCommand {
  static override summary = 'Take no more bookings from a customer'
  static override description =
    'Bookings with their e-mail are refused with CUSTOMER_BLOCKED, signed in or not, unless the business makes them itself. Bookings that they have stay; unblock undoes it.'
  static override examples = [
    '<%= config.bin %> customers block marta@example.com --business barberia-centro',
    '<%= config.bin %> customers block 17 -b barberia-centro --json',
  ]
  static override args = { customer: customerArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(CustomersBlock)
    const [{ blockCustomer }, { systemClock }] = await Promise.all([
      import('@silla/core/customers/block-customer'),
      import('@silla/core/clock'),
    ])
    const input = { slug: flags.business, customer: args.customer, now: systemClock.now() }
    const customer = await blockCustomer(await this.admin(), input)
    this.log(`${customer.email} cannot book at ${flags.business} any more.`)
    return { customer }
  }
}
