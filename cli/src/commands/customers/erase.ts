import { Flags } from '@oclif/core'
import { CliError } from '../../errors/report-error.ts'
import { customerArgument } from '../../flags/arguments.ts'
import { businessFlag, yesFlag } from '../../flags/common-flags.ts'
import { type CustomerLoss, customerLoss, formatLoss } from '../../format/customer-loss.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CustomersErase extends SillaCommand {
  static override summary = 'Erase the personal data of a customer'
  static override description =
    'Erases name, email address, phone number, notes, stored emails, the account and its ' +
    'sessions; services and prices of past bookings stay. Upcoming bookings are cancelled. This ' +
    'cannot be undone: on a terminal you have to type the email address, or the id of a ' +
    'customer without one, to confirm; without a terminal it needs --yes. --dry-run only shows what would be erased.'
  static override examples = [
    '<%= config.bin %> customers erase barberia-centro lucia@example.com --dry-run',
    '<%= config.bin %> customers erase barberia-centro 17 --yes --json',
  ]
  static override args = { customer: customerArgument }
  static override flags = {
    business: businessFlag,
    'dry-run': Flags.boolean({ description: 'Only show what would be erased.' }),
    yes: yesFlag,
  }

  async run(): Promise<Erasure> {
    const { args, flags } = await this.parse(CustomersErase)
    const [{ customerRecords }, { eraseCustomerAsStaff }, { findCustomer }] = await Promise.all([
      import('@silla/core/customers/customer-records'),
      import('@silla/core/customers/erase-customer-as-staff'),
      import('@silla/core/customers/find-customer'),
    ])
    const readContext = await this.operatorContext(flags.business)
    const customer = await findCustomer(readContext, args.customer)
    if (customer.erasedAt !== null)
      throw new CliError(`Customer ${customer.id} of ${flags.business} was already erased.`)
    const loss = customerLoss(customer, await customerRecords(readContext, customer.id, null))
    this.log(formatLoss(customer, loss, (await readContext.tenant.catalog()).settings.currency))
    if (flags['dry-run'])
      return { dryRun: true, customer: { id: customer.id, erasedAt: null }, loss }

    const proof = customer.email || String(customer.id)
    await this.confirmByTyping(proof, 'This cannot be undone.', flags.yes)
    const context = await this.operatorContext(flags.business, { customerId: customer.id })
    const erased = await eraseCustomerAsStaff(context, customer.id)
    this.log(`Erased customer ${customer.id} of ${flags.business}.`)
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
