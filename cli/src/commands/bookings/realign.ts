import { Flags } from '@oclif/core'
import type { RealignedBooking } from '@silla/core'
import { businessFlag, yesFlag } from '../../flags/common-flags.ts'
import { pluralize } from '../../format/pluralize.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BookingsRealign extends SillaCommand {
  static override summary = 'Move bookings back to their agreed local time'
  static override description =
    'A booking keeps the local time that was agreed. When a country changes the rules of its time ' +
    'zone, or the salon gets another zone, upcoming bookings are at another time of the clock. ' +
    'Lists them and moves them back to the agreed time, all at once, where that time is free. On ' +
    'a terminal it has to be confirmed, otherwise it needs --yes. --dry-run only lists them. ' +
    'The customers get no email. A booking that cannot be moved stays as it is: its time is taken, ' +
    'past, or skipped by the clocks.'
  static override examples = [
    '<%= config.bin %> bookings realign barberia-centro --dry-run',
    '<%= config.bin %> bookings realign barberia-centro --yes --json',
  ]
  static override flags = {
    business: businessFlag,
    'dry-run': Flags.boolean({ description: 'Only list the bookings.' }),
    yes: yesFlag,
  }

  async run(): Promise<{ dryRun: boolean; timezone: string; bookings: RealignedBooking[] }> {
    const { flags } = await this.parse(BookingsRealign)
    const [{ realignBookings }, { table }, { formatLocalTime }] = await Promise.all([
      import('@silla/core/bookings/realign-bookings'),
      import('../../format/table.ts'),
      import('../../text/values.ts'),
    ])
    const admin = await this.admin()
    const input = { slug: flags.business }
    const planned = await realignBookings(admin, { ...input, move: false })
    const { timezone } = planned
    if (planned.bookings.length === 0) {
      this.log(`Every upcoming booking of ${flags.business} is at its agreed local time.`)
      return { dryRun: flags['dry-run'] === true, ...planned }
    }
    const show = ({ code, agreed, startsAt, outcome }: RealignedBooking) => [
      code,
      agreed,
      formatLocalTime(startsAt, timezone),
      outcome,
    ]
    const headings = ['Code', 'Agreed', 'Present', 'Outcome']
    this.log(table(headings, planned.bookings.map(show)))
    if (flags['dry-run'] === true) return { dryRun: true, ...planned }

    const count = pluralize(planned.bookings.length, 'booking')
    await this.confirm(`Move ${count} of ${flags.business}?`, flags.yes)
    const { bookings } = await realignBookings(admin, { ...input, move: true })
    const others = bookings.filter(({ outcome }) => outcome !== 'moved')
    this.log(`Moved ${bookings.length - others.length} of ${count}.`)
    if (others.length > 0) {
      this.log('These stay as they are; agree on another time with the customers:')
      this.log(table(headings, others.map(show)))
    }
    return { dryRun: false, timezone, bookings }
  }
}
