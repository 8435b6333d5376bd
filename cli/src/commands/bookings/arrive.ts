import { ArrivalCommand } from '../../arrival-command.ts'

export default class BookingsArrive extends ArrivalCommand {
  static override summary = 'Record that the customer of a booking has come in'
  static override description =
    'On the day of the visit, for a confirmed booking. Its state stays: it is still confirmed, and ' +
    'the agenda shows that the customer is there. A second call changes nothing.'
  static override examples = [
    '<%= config.bin %> bookings arrive barberia-centro 7K2MP9QRST',
    '<%= config.bin %> bookings arrive barberia-centro 1042 --json',
  ]

  run() {
    return this.record(true)
  }
}
