import { BookingTransitionCommand } from '../../booking-transition.ts'

export default class BookingsComplete extends BookingTransitionCommand {
  static override summary = 'Say that a visit was done'
  static override description =
    'From confirmed to completed, once it has begun, in the name of the salon; the customer gets the points of the visit. A no_show can be corrected for 72 hours.'
  static override examples = [
    '<%= config.bin %> bookings complete 7K2MP9QRST --business barberia-centro',
    '<%= config.bin %> bookings complete 1042 -b barberia-centro --reason "They came after all" --json',
  ]

  run() {
    return this.move('complete')
  }
}
