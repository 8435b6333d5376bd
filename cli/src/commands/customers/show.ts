import { businessFlag } from '../../flags/business-flag.ts'
import { customerArgument } from '../../flags/customer-argument.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CustomersShow extends SillaCommand {
  static override summary = 'Show a customer and their latest bookings'
  static override description =
    "What the salon knows of them, and up to ten bookings, the latest first. Somebody who was erased is found by id, without what was personal. Times are the salon's."
  static override examples = [
    '<%= config.bin %> customers show lucia@example.com --business barberia-centro',
    '<%= config.bin %> customers show 17 -b barberia-centro --json',
  ]
  static override args = { customer: customerArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(CustomersShow)
    const [
      { listBusinessBookings: bookingsOfBusiness },
      { findCustomer: knownCustomer },
      { bookingRecord },
      { bookingTable },
      { customerCard },
    ] = await Promise.all([
      import('@silla/core/bookings/list-business-bookings'),
      import('@silla/core/customers/find-customer'),
      import('../../format/booking-record.ts'),
      import('../../format/booking-table.ts'),
      import('../../format/customer-card.ts'),
    ])
    const context = await this.actFor(flags.business)
    const catalog = await context.tenant.catalog()
    const customer = await knownCustomer(context, args.customer)
    const theirs = {
      customerId: customer.id,
      professionalId: null,
      from: null,
      to: null,
      state: null,
    }
    const latest = { ...theirs, earliestFirst: false, offset: 0, limit: 10 }
    const bookings = (await bookingsOfBusiness(context, latest)).bookings.map((view) =>
      bookingRecord(view, catalog),
    )
    this.log(customerCard(customer, catalog.settings.timezone))
    if (bookings.length > 0) this.log(`\n${bookingTable(bookings)}`)
    return { customer, bookings }
  }
}
