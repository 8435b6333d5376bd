import { BookingTransitionCommand } from '../../booking-transition.ts'

export default class BookingsConfirm extends BookingTransitionCommand {
  static override summary = 'Confirm a pending booking'
  static override description = 'From pending to confirmed. The customer gets a confirmation email.'
  static override examples = [
    '<%= config.bin %> bookings confirm barberia-centro 7K2MP9QRST',
    '<%= config.bin %> bookings confirm barberia-centro 1042 --reason "Agreed by phone" --json',
  ]

  run() {
    return this.applyTransition('confirm')
  }
}
