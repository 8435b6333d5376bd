import { Flags } from '@oclif/core'
import type { Salon } from '@silla/core'
import { type EpochDay, formatDate, weekdayOf } from '@silla/slots'
import { UsageError } from '../../../errors/report-error.ts'
import { businessFlag, changeFlags } from '../../../flags/common-flags.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleHolidaysImport extends ScheduleCommand {
  static override summary = 'Add public holidays as closures'
  static override description =
    'Closes the salon on the public holidays of a country and region, with their names in es, en ' +
    'and ar if known. Past days, and days that already have a closure, stay unchanged. Shows the ' +
    'plan first; if there are upcoming bookings on those days, it lists them and fails without ' +
    '--allow-orphaned. The data comes from the package date-holidays: it has no local holidays ' +
    'of towns, and holidays of the lunar calendar may move by a day when they are announced.'
  static override examples = [
    '<%= config.bin %> schedule holidays import --country ES --region MD --year 2027 --business barberia-centro --dry-run',
    '<%= config.bin %> schedule holidays import --year 2027 --except 2027-01-06 -b barberia-centro --yes --json',
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
    except: Flags.string({
      description: 'A holiday on which the salon opens.',
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
    const readDay = (text: string) => parseDay('except', text, settings.timezone, new Date())
    const today = readDay('today')
    const excluded = new Set((flags.except ?? []).map(readDay))
    const country = flags.country ?? profile.address.country
    const all = publicHolidays({ country, region: flags.region ?? null, years: flags.year })
    assertAreHolidays(excluded, all)
    const upcoming = all.filter(({ day }) => day >= today && !excluded.has(day))
    const holidays = upcoming.map(({ day, time, reason }) => ({
      ...namedDay(day),
      time,
      reason: typeof reason === 'string' ? { [settings.mainLanguage]: reason } : reason,
    }))
    if (holidays.length === 0) this.log('There are no matching upcoming holidays.')
    else {
      const rows = holidays.map(closureRow(settings.mainLanguage))
      const outcomes = upcoming.map(({ day }) => outcomeOf(day, salon))
      const headings = ['Day', 'Weekday', 'Time', 'Holiday', 'Salon']
      this.log(
        table(
          headings,
          rows.map((row, index) => [...row, outcomes[index] ?? '']),
        ),
      )
    }
    return {
      ...(await this.carryOutEdit(flags.business, flags, closeOnHolidays(upcoming))),
      holidays,
    }
  }
}

/** The effect of a holiday on the salon. */
function outcomeOf(day: EpochDay, { closings, openings }: Salon): string {
  if (closings.some((closing) => closing.day === day)) return 'unchanged'
  const usual = openings.find(({ weekday }) => weekday === weekdayOf(day))
  return usual?.opensMinute == null ? 'already closed' : 'closes'
}

/** A typo in --except would close the salon on a day on which it opens. */
function assertAreHolidays(
  excluded: ReadonlySet<EpochDay>,
  holidays: readonly { day: EpochDay }[],
): void {
  const other = [...excluded].find((day) => !holidays.some((holiday) => holiday.day === day))
  if (other === undefined) return
  throw new UsageError(
    `Invalid value for --except: ${formatDate(other)} is not a public holiday in the given ` +
      'country, region and years.',
  )
}
