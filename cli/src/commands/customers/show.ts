import { customerArgument } from '../../flags/arguments.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CustomersShow extends SillaCommand {
  static override summary = 'Show a customer and their latest bookings'
  static override description =
    "Shows the customer's data and up to ten bookings, the latest first. An erased customer can " +
    "be shown by id, without personal data. Times are in the salon's time zone."
  static override examples = [
    '<%= config.bin %> customers show barberia-centro lucia@example.com',
    '<%= config.bin %> customers show barberia-centro 17 --json',
  ]
  static override args = { customer: customerArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(CustomersShow)
    const [
      { listBusinessBookings },
      { findCustomer },
      { bookingRecord },
      { bookingTable },
      { customerCard },
    ] = await Promise.all([
      import('@silla/core/bookings/list-business-bookings'),
      import('@silla/core/customers/find-customer'),
      import('../../format/booking-record.ts'),
      import('../../format/booking-text.ts'),
      import('../../format/cards.ts'),
    ])
    const context = await this.operatorContext(flags.business)
    const catalog = await context.tenant.catalog()
    const customer = await findCustomer(context, args.customer)
    const filter = {
      customerId: customer.id,
      professionalId: null,
      from: null,
      to: null,
      state: null,
    }
    const latest = { ...filter, earliestFirst: false, offset: 0, limit: 10 }
    const bookings = (await listBusinessBookings(context, latest)).bookings.map((detail) =>
      bookingRecord(detail, catalog),
    )
    this.log(customerCard(customer, catalog.settings.timezone))
    if (bookings.length > 0) this.log(`\n${bookingTable(bookings)}`)
    return { customer, bookings }
  }
}
