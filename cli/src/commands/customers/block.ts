import { customerArgument } from '../../flags/arguments.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { blockedCustomer } from '../../format/blocked-customer.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CustomersBlock extends SillaCommand {
  static override summary = 'Block a customer from booking'
  static override description =
    'Bookings with their email address are rejected with CUSTOMER_BLOCKED, signed in or not, ' +
    'unless the salon creates them. Existing bookings stay. A customer without an email address is ' +
    'marked only. customers unblock reverses this.'
  static override examples = [
    '<%= config.bin %> customers block barberia-centro marta@example.com',
    '<%= config.bin %> customers block barberia-centro 17 --json',
  ]
  static override args = { customer: customerArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(CustomersBlock)
    const [{ blockCustomer }, { findCurrentCustomer }] = await Promise.all([
      import('@silla/core/customers/block-customer'),
      import('@silla/core/customers/find-customer'),
    ])
    const found = await findCurrentCustomer(
      await this.operatorContext(flags.business),
      args.customer,
    )
    const context = await this.operatorContext(flags.business, { customerId: found.id })
    const card = await blockCustomer(context, found.id)
    this.log(
      card.email === ''
        ? `Customer ${card.id} is marked at ${flags.business}, and blocked once they have an email address.`
        : `${card.email} can no longer book at ${flags.business}.`,
    )
    return { customer: blockedCustomer(card) }
  }
}
