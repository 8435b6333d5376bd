import { customerArgument } from '../../flags/arguments.ts'
import { businessFlag } from '../../flags/common-flags.ts'
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
    const [{ systemClock }, { unblockCustomer }] = await Promise.all([
      import('@silla/core/clock'),
      import('@silla/core/customers/block-customer'),
    ])
    const customer = await unblockCustomer(await this.admin(), {
      slug: flags.business,
      customer: args.customer,
      now: systemClock.now(),
    })
    this.log(`${customer.email} can book at ${flags.business} again.`)
    return { customer }
  }
}
