import { customerArgument } from '../../flags/arguments.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CustomersBlock extends SillaCommand {
  static override summary = 'Block a customer from booking'
  static override description =
    'Bookings with their email address are rejected with CUSTOMER_BLOCKED, signed in or not, ' +
    'unless the salon creates them. Existing bookings stay. customers unblock reverses this.'
  static override examples = [
    '<%= config.bin %> customers block barberia-centro marta@example.com',
    '<%= config.bin %> customers block barberia-centro 17 --json',
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
    this.log(`${customer.email} can no longer book at ${flags.business}.`)
    return { customer }
  }
}
