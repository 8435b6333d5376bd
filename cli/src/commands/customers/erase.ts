import { Flags } from '@oclif/core'
import { CliError } from '../../errors/report-error.ts'
import { businessFlag } from '../../flags/business-flag.ts'
import { customerArgument } from '../../flags/customer-argument.ts'
import { yesFlag } from '../../flags/yes-flag.ts'
import { type CustomerLoss, customerLoss, formatLoss } from '../../format/customer-loss.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CustomersErase extends SillaCommand {
  static override summary = 'Take everything personal about a customer out of the books'
  static override description =
    'Name, e-mail, phone, notes, letters, the account and its sessions; what was done and for how much stays. Visits still to come are cancelled. There is no way back: on a terminal the e-mail has to be typed first; elsewhere it needs --yes. --dry-run only tells what would go.'
  static override examples = [
    '<%= config.bin %> customers erase lucia@example.com --business barberia-centro --dry-run',
    '<%= config.bin %> customers erase 17 -b barberia-centro --yes --json',
  ]
  static override args = { customer: customerArgument }
  static override flags = {
    business: businessFlag,
    'dry-run': Flags.boolean({ description: 'Only tell what would go.' }),
    yes: yesFlag,
  }

  async run(): Promise<Erasure> {
    const { args, flags } = await this.parse(CustomersErase)
    const [
      { customerRecords },
      { eraseCustomerAsStaff: eraseKnownCustomer },
      { findCustomer: knownCustomer },
    ] = await Promise.all([
      import('@silla/core/customers/customer-records'),
      import('@silla/core/customers/erase-customer-as-staff'),
      import('@silla/core/customers/find-customer'),
    ])
    const looking = await this.actFor(flags.business)
    const customer = await knownCustomer(looking, args.customer)
    if (customer.erasedAt !== null)
      throw new CliError(`Customer ${customer.id} of ${flags.business} was erased already.`)
    const loss = customerLoss(customer, await customerRecords(looking, customer.id))
    this.log(formatLoss(customer, loss, (await looking.tenant.catalog()).settings.currency))
    if (flags['dry-run'])
      return { dryRun: true, customer: { id: customer.id, erasedAt: null }, loss }

    await this.confirmByTyping(customer.email, 'There is no way back.', flags.yes)
    const context = await this.actFor(flags.business, { customerId: customer.id })
    const erased = await eraseKnownCustomer(context, customer.id)
    this.log(`Customer ${customer.id} of ${flags.business} is erased.`)
    return { dryRun: false, customer: erased, loss }
  }
}

interface Erasure {
  dryRun: boolean
  customer: {
    id: number
    /** Null in a dry run. */
    erasedAt: Date | null
  }
  loss: CustomerLoss
}
