import { Flags } from '@oclif/core'
import type { Salon } from '@silla/core'
import { type EpochDay, formatDate, weekdayOf } from '@silla/slots'
import { UsageError } from '../../../errors/report-error.ts'
import { businessFlag, changeFlags } from '../../../flags/common-flags.ts'
import type { PublicHoliday } from '../../../flags/public-holidays.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'
import { isTerminal } from '../../../text/terminal.ts'

export default class ScheduleHolidaysImport extends ScheduleCommand {
  static override summary = 'Add public holidays as closures'
  static override description =
    'Closes the salon on the public holidays of a country and region, with their names in es, en ' +
    'and ar if known. Past days, and days that already have a closure, stay unchanged. The days ' +
    'come from the package date-holidays. Those that are in the official calendar, as far as this ' +
    'version of Silla has it (DE, ES, FR, GB with --region ENG or NIR, IE, PT and US, 2026 and ' +
    '2027), are imported; compare every other day with the calendar of the place: on a terminal you ' +
    'confirm each of them, elsewhere each needs --confirm or --except. Regional days may be moved ' +
    'from year to year, days of the lunar calendar when they are announced, and local holidays of ' +
    'towns are missing. Shows the plan first; if there are upcoming bookings on those days, it ' +
    'lists them and fails without --allow-orphaned.'
  static override examples = [
    '<%= config.bin %> schedule holidays import barberia-centro --country ES --region MD --year 2027 --dry-run',
    '<%= config.bin %> schedule holidays import barberia-centro --year 2027 --confirm 2027-01-06 --except 2027-08-15 --yes --json',
  ]
  static override flags = {
    business: businessFlag,
    country: Flags.string({
      description: "The two-letter country code, such as ES; default: the salon's country.",
      helpValue: 'CODE',
    }),
    region: Flags.string({
      description: 'A region of the country, such as MD; BY.A for a subregion.',
      helpValue: 'CODE',
    }),
    year: Flags.integer({
      description: 'The year; repeat it for several.',
      multiple: true,
      required: true,
      min: 2000,
      max: 2100,
    }),
    confirm: Flags.string({
      description: 'A holiday that is in the calendar of the place and unknown to Silla.',
      helpValue: 'DAY',
      multiple: true,
    }),
    except: Flags.string({
      description: 'A day on which the salon opens, or that is no holiday.',
      helpValue: 'DAY',
      multiple: true,
    }),
    ...changeFlags,
  }

  async run() {
    const { flags } = await this.parse(ScheduleHolidaysImport)
    const [
      { closeOnHolidays },
      { publicHolidays },
      { parseDay },
      { closureRow, namedDay },
      { table },
    ] = await Promise.all([
      import('@silla/core/provisioning/schedule/edit-closures'),
      import('../../../flags/public-holidays.ts'),
      import('../../../flags/parse-days.ts'),
      import('../../../format/schedule-days.ts'),
      import('../../../format/table.ts'),
    ])
    const salon = await this.salon(flags.business)
    const { profile, settings } = salon
    const now = new Date()
    const readDays = (flag: 'except' | 'confirm') =>
      new Set((flags[flag] ?? []).map((text) => parseDay(flag, text, settings.timezone, now)))
    const today = parseDay('day', 'today', settings.timezone, now)
    const excluded = readDays('except')
    const confirmed = readDays('confirm')
    const country = flags.country ?? profile.country
    const all = publicHolidays({ country, region: flags.region ?? null, years: flags.year })
    assertAreHolidays('except', excluded, all)
    assertAreHolidays('confirm', confirmed, all)
    const matching = all
      .filter(({ day }) => day >= today && !excluded.has(day))
      .map((holiday) => ({ ...holiday, outcome: outcomeOf(holiday.day, salon) }))
    const open = matching.filter(
      ({ day, official, outcome }) => !official && outcome !== 'unchanged' && !confirmed.has(day),
    )
    const rejected = flags['dry-run'] ? new Set<EpochDay>() : await this.confirmEach(open)
    const upcoming = matching.filter(({ day }) => !rejected.has(day))
    const holidays = upcoming.map(({ day, time, reason, official }) => ({
      ...namedDay(day),
      time,
      official,
      reason: typeof reason === 'string' ? { [settings.mainLanguage]: reason } : reason,
    }))
    if (holidays.length === 0) this.log('There are no matching upcoming holidays.')
    else {
      const rows = holidays.map(closureRow(settings.mainLanguage))
      const headings = ['Day', 'Weekday', 'Time', 'Holiday', 'Calendar', 'Salon']
      const sourceOf = ({ day, official }: (typeof upcoming)[number]) => {
        if (official) return 'official'
        if (confirmed.has(day)) return 'compared'
        if (!open.some((holiday) => holiday.day === day)) return '-'
        return flags['dry-run'] ? 'to compare' : 'compared'
      }
      this.log(
        table(
          headings,
          upcoming.map((holiday, index) => [
            ...(rows[index] ?? []),
            sourceOf(holiday),
            holiday.outcome,
          ]),
        ),
      )
    }
    return {
      ...(await this.carryOutEdit(flags.business, flags, closeOnHolidays(upcoming))),
      holidays,
    }
  }

  /**
   * Prompts for each day that is in no official calendar whether it is a holiday; returns those
   * that are not.
   *
   * @throws UsageError with the days when there is no terminal
   */
  private async confirmEach(open: readonly PublicHoliday[]): Promise<Set<EpochDay>> {
    const rejected = new Set<EpochDay>()
    if (open.length === 0) return rejected
    const days = open.map(({ day }) => formatDate(day)).join(', ')
    if (!isTerminal() || this.jsonEnabled())
      throw new UsageError(
        `Compare these days with the official calendar of the place: ${days}. Pass --confirm DAY ` +
          'for each that is a holiday there, and --except DAY for the others.',
      )
    const { confirm } = await import('../../../prompts/prompts.ts')
    for (const { day, reason } of open) {
      const name = typeof reason === 'string' ? reason : (reason.en ?? reason.es ?? reason.ar)
      const message = `Is ${formatDate(day)} (${name}) a holiday in the official calendar?`
      if (!(await confirm({ message, default: false }))) rejected.add(day)
    }
    return rejected
  }
}

/** The effect of a holiday on the salon. */
function outcomeOf(day: EpochDay, { closings, openings }: Salon): string {
  if (closings.some((closing) => closing.day === day)) return 'unchanged'
  const usual = openings.find(({ weekday }) => weekday === weekdayOf(day))
  return usual?.opensMinute == null ? 'already closed' : 'closes'
}

/** A typo would close the salon on a day on which it opens, or leave it open on a holiday. */
function assertAreHolidays(
  flag: 'except' | 'confirm',
  excluded: ReadonlySet<EpochDay>,
  holidays: readonly { day: EpochDay }[],
): void {
  const other = [...excluded].find((day) => !holidays.some((holiday) => holiday.day === day))
  if (other === undefined) return
  throw new UsageError(
    `Invalid value for --${flag}: ${formatDate(other)} is not a public holiday in the given ` +
      'country, region and years.',
  )
}
