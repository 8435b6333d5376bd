import { customerArgument } from '../../flags/arguments.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { blockedCustomer, nameOf } from '../../format/blocked-customer.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CustomersUnblock extends SillaCommand {
  static override summary = 'Unblock a customer'
  static override description =
    'The customer can book again. Does nothing for a customer who is not blocked.'
  static override examples = [
    '<%= config.bin %> customers unblock barberia-centro marta@example.com',
    '<%= config.bin %> customers unblock barberia-centro 17 --json',
  ]
  static override args = { customer: customerArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(CustomersUnblock)
    const [{ unblockCustomer }, { findCurrentCustomer }] = await Promise.all([
      import('@silla/core/customers/block-customer'),
      import('@silla/core/customers/find-customer'),
    ])
    const found = await findCurrentCustomer(
      await this.operatorContext(flags.business),
      args.customer,
    )
    const context = await this.operatorContext(flags.business, { customerId: found.id })
    const card = await unblockCustomer(context, found.id)
    this.log(`${nameOf(card)} can book at ${flags.business} again.`)
    return { customer: blockedCustomer(card) }
  }
}
