import { Flags } from '@oclif/core'
import type { BookingDetail, Reassignment } from '@silla/core'
import { CliError, UsageError } from '../../errors/report-error.ts'
import { businessFlag, yesFlag } from '../../flags/common-flags.ts'
import { pluralize } from '../../format/pluralize.ts'
import type { ReassignedVisit } from '../../format/reassigned-visits.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BookingsReassign extends SillaCommand {
  static override summary = 'Give the visits of a professional on one day to others'
  static override description =
    'For a day on which somebody is ill. Shows for each upcoming visit who else can do it at the same ' +
    'time, and moves them after a confirmation: on a terminal it prompts, without one it needs --yes; ' +
    '--only moves some. --dry-run only shows. Each visit is moved by itself as bookings reschedule ' +
    'does it, and the customer gets an email. A visit that nobody else can do stays as it is and is ' +
    "listed with the customer's phone number; so is one that has changed meanwhile. The exit code is 1 " +
    'while visits that were to be moved remain. Run it again at any time. It takes no day off: ' +
    'customers can still book, until schedule overrides add is used.'
  static override examples = [
    '<%= config.bin %> bookings reassign barberia-centro --from Ana --day today --dry-run',
    '<%= config.bin %> bookings reassign barberia-centro --from Ana --day 2027-06-30 --yes --json',
    '<%= config.bin %> bookings reassign barberia-centro --from Ana --day tomorrow --only 7K2MP9QRST,4H6NQ8WXYZ --yes',
  ]
  static override flags = {
    business: businessFlag,
    from: Flags.string({
      description: 'The professional: id, handle or name; the id for one who has left.',
      helpValue: 'PROFESSIONAL',
      required: true,
    }),
    day: Flags.string({
      description: 'The day: 2027-06-30, today or tomorrow.',
      helpValue: 'DAY',
      required: true,
    }),
    only: Flags.string({
      description: 'Only the visits with these codes.',
      helpValue: 'CODE,...',
    }),
    'dry-run': Flags.boolean({ description: 'Only show who could do the visits.' }),
    yes: yesFlag,
  }

  async run(): Promise<{ dryRun: boolean; day: string; visits: ReassignedVisit[] }> {
    const { flags } = await this.parse(BookingsReassign)
    const [
      { reassignBooking, visitsOnDay },
      { formatDate },
      { parseDay },
      { professionalIdOf },
      { reassignedTable, reassignedVisit, remainingText },
    ] = await Promise.all([
      import('@silla/core/rescheduling/reassign-booking'),
      import('@silla/slots'),
      import('../../flags/parse-days.ts'),
      import('../../flags/professional-id.ts'),
      import('../../format/reassigned-visits.ts'),
    ])
    const readContext = await this.operatorContext(flags.business)
    const catalog = await readContext.tenant.catalog()
    const day = parseDay('day', flags.day, catalog.settings.timezone, readContext.clock.now())
    const from = (await professionalIdOf(flags.from, readContext)) as number
    const all = await visitsOnDay(readContext, { professionalId: from, day })
    const chosen = flags.only === undefined ? all : chosenFrom(all, flags.only)
    const dayText = formatDate(day)
    if (chosen.length === 0) {
      this.log(`${flags.from} has no upcoming visits on ${dayText}.`)
      return { dryRun: flags['dry-run'] === true, day: dayText, visits: [] }
    }

    const results = new Map<BookingDetail, Reassignment>()
    for (const visit of chosen) results.set(visit, await reassignBooking(readContext, visit, from))
    const shown = () =>
      chosen.map((visit) => reassignedVisit(visit, results.get(visit) as Reassignment, catalog))
    const preview = shown()
    this.log(reassignedTable(preview))
    const movable = preview.filter(({ outcome }) => outcome === 'possible')
    if (!flags['dry-run'] && movable.length > 0) {
      await this.confirm(`Move ${pluralize(movable.length, 'visit')}?`, flags.yes)
      for (const [visit, planned] of results) {
        if (planned.outcome !== 'possible') continue
        const context = await this.operatorContext(flags.business, {
          bookingId: visit.booking.id,
        })
        results.set(visit, await reassignBooking(context, visit, from, planned.booking))
      }
      this.log('')
      this.log(
        reassignedTable(shown().filter((_, index) => preview[index]?.outcome === 'possible')),
      )
    }
    const visits = shown()
    const remaining = visits.filter(({ outcome }) => outcome === 'impossible')
    if (remaining.length > 0) this.log(remainingText(remaining, flags.from))
    if (!flags['dry-run'] && remaining.length > 0) process.exitCode = 1
    return { dryRun: flags['dry-run'] === true, day: dayText, visits }
  }
}

/** @throws UsageError without a code; CliError for one that none of the visits has */
function chosenFrom(visits: readonly BookingDetail[], only: string): BookingDetail[] {
  const written = only.split(',').map((code) => code.replace(/[\s-]/g, '').toUpperCase())
  const codes = new Set(written.filter((code) => code !== ''))
  // it usually comes from a shell variable that is not set
  if (codes.size === 0)
    throw new UsageError('--only names no visit: pass its codes, separated by commas.')
  const found = visits.filter(({ booking }) => codes.has(booking.code))
  for (const { booking } of found) codes.delete(booking.code)
  const [unknown] = codes
  if (unknown !== undefined)
    throw new CliError(`${unknown} is no upcoming visit of that professional on that day.`)
  return found
}
