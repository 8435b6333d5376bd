import { BookingTransitionCommand } from '../../booking-transition.ts'

export default class BookingsComplete extends BookingTransitionCommand {
  static override summary = 'Mark a booking as completed'
  static override description =
    'From confirmed to completed, after the start time. The customer earns the points of the ' +
    'booking. A no-show can be corrected to completed for 72 hours.'
  static override examples = [
    '<%= config.bin %> bookings complete barberia-centro 7K2MP9QRST',
    '<%= config.bin %> bookings complete barberia-centro 1042 --reason "Arrived late" --json',
  ]

  run() {
    return this.applyTransition('complete')
  }
}
