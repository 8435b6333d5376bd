import { BookingTransitionCommand } from '../../booking-transition.ts'

export default class BookingsNoShow extends BookingTransitionCommand {
  static override summary = 'Say that nobody came'
  static override description =
    'From confirmed to no_show, a quarter of an hour after its start, in the name of the salon. A completed visit can be corrected for 72 hours; the points it brought are taken back.'
  static override examples = [
    '<%= config.bin %> bookings no-show 7K2MP9QRST --business barberia-centro',
    '<%= config.bin %> bookings no-show 1042 -b barberia-centro --reason "Waited 20 minutes" --json',
  ]

  run() {
    return this.move('no_show')
  }
}
