import { businessFlag } from '../../flags/business-flag.ts'
import { customerArgument } from '../../flags/customer-argument.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CustomersUnblock extends SillaCommand {
  static override summary = 'Take bookings from a blocked customer again'
  static override description = 'Undoes block. A customer who is not blocked stays as they are.'
  static override examples = [
    '<%= config.bin %> customers unblock marta@example.com --business barberia-centro',
    '<%= config.bin %> customers unblock 17 -b barberia-centro --json',
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
    this.log(`${customer.email} can book at ${flags.business}.`)
    return { customer }
  }
}
