import { BookingTransitionCommand } from '../../booking-transition.ts'

export default class BookingsNoShow extends BookingTransitionCommand {
  static override summary = 'Mark a booking as no-show'
  static override description =
    'From confirmed to no_show, from 15 minutes after the start time on. A completed booking can ' +
    'be corrected to no-show for 72 hours; the points it earned are taken back.'
  static override examples = [
    '<%= config.bin %> bookings no-show barberia-centro 7K2MP9QRST',
    '<%= config.bin %> bookings no-show barberia-centro 1042 --reason "Waited 20 minutes" --json',
  ]

  run() {
    return this.applyTransition('no_show')
  }
}
