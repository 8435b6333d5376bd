import { ArrivalCommand } from '../../arrival-command.ts'

export default class BookingsUndoArrival extends ArrivalCommand {
  static override summary = 'Undo that the customer of a booking has come in'
  static override description =
    'For an arrival that was recorded by mistake. Works while the booking is confirmed; where no ' +
    'arrival is recorded nothing changes.'
  static override examples = [
    '<%= config.bin %> bookings undo-arrival barberia-centro 7K2MP9QRST',
    '<%= config.bin %> bookings undo-arrival barberia-centro 1042 --json',
  ]

  run() {
    return this.record(false)
  }
}
