import { BookingTransitionCommand } from '../../booking-transition.ts'

export default class BookingsConfirm extends BookingTransitionCommand {
  static override summary = 'Confirm a booking that waits for the salon'
  static override description =
    'From pending to confirmed, in the name of the salon; the customer is told by e-mail.'
  static override examples = [
    '<%= config.bin %> bookings confirm 7K2MP9QRST --business barberia-centro',
    '<%= config.bin %> bookings confirm 1042 -b barberia-centro --reason "Agreed by phone" --json',
  ]

  run() {
    return this.move('confirm')
  }
}
