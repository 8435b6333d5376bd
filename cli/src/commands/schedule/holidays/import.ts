import { Flags } from '@oclif/core'
import type { Salon } from '@silla/core'
import { type EpochDay, formatDate, weekdayOf } from '@silla/slots'
import { UsageError } from '../../../errors/report-error.ts'
import { businessFlag } from '../../../flags/business-flag.ts'
import { changeFlags } from '../../../flags/change-flags.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleHolidaysImport extends ScheduleCommand {
  static override summary = 'Close a salon on the public holidays of its country'
  static override description =
    'And of a region, in the languages that they are known in. Days that are past, and days on which something is closed already, stay as they are. It shows what would change first; coming bookings on those days are named, and refused without --allow-orphaned. The holidays are those of the package date-holidays: local ones of a town are not among them, and days that follow the moon may be moved by a day when they are announced.'
  static override examples = [
    '<%= config.bin %> schedule holidays import --country ES --region MD --year 2027 --business barberia-centro --dry-run',
    '<%= config.bin %> schedule holidays import --year 2027 --except 2027-01-06 -b barberia-centro --yes --json',
  ]
  static override flags = {
    business: businessFlag,
    country: Flags.string({
      description: "Two letters, like ES; the salon's own when left out.",
      helpValue: 'CODE',
    }),
    region: Flags.string({
      description: 'A part of the country, like MD; BY.A for a part of a part.',
      helpValue: 'CODE',
    }),
    year: Flags.integer({
      description: 'Which year; several times for several.',
      multiple: true,
      required: true,
      min: 2000,
      max: 2100,
    }),
    except: Flags.string({
      description: 'Not this day: the salon opens.',
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
      { parseDay: readDayWord },
      { closingRow, namedDay },
      { table },
    ] = await Promise.all([
      import('@silla/core/provisioning/schedule/edit-closures'),
      import('../../../flags/public-holidays.ts'),
      import('../../../flags/parse-day.ts'),
      import('../../../format/timetable-days.ts'),
      import('../../../format/table.ts'),
    ])
    const salon = await this.salon(flags.business)
    const { profile, settings } = salon
    const readDay = (text: string) => readDayWord('except', text, settings.timezone, new Date())
    const today = readDay('today')
    const except = new Set((flags.except ?? []).map(readDay))
    const country = flags.country ?? profile.address.country
    const all = publicHolidays({ country, region: flags.region ?? null, years: flags.year })
    refuseStrangers(except, all)
    const coming = all.filter(({ day }) => day >= today && !except.has(day))
    const holidays = coming.map(({ day, time, reason }) => ({
      ...namedDay(day),
      time,
      reason: typeof reason === 'string' ? { [settings.mainLanguage]: reason } : reason,
    }))
    if (holidays.length === 0) this.log('There are no such holidays to come.')
    else {
      const rows = holidays.map(closingRow(settings.mainLanguage))
      const outcomes = coming.map(({ day }) => outcomeOf(day, salon))
      const headings = ['Day', 'Weekday', 'Time', 'Holiday', 'Salon']
      this.log(
        table(
          headings,
          rows.map((row, index) => [...row, outcomes[index] ?? '']),
        ),
      )
    }
    return {
      ...(await this.carryOutEdit(flags.business, flags, closeOnHolidays(coming))),
      holidays,
    }
  }
}

/** What a holiday changes for a salon. */
function outcomeOf(day: EpochDay, { closings, openings }: Salon): string {
  if (closings.some((closing) => closing.day === day)) return 'as it is'
  const usual = openings.find(({ weekday }) => weekday === weekdayOf(day))
  return usual?.opensMinute == null ? 'not open then' : 'closes'
}

/** A slip in --except would close the salon on the day that it wants to open. */
function refuseStrangers(
  except: ReadonlySet<EpochDay>,
  holidays: readonly { day: EpochDay }[],
): void {
  const stranger = [...except].find((day) => !holidays.some((holiday) => holiday.day === day))
  if (stranger === undefined) return
  throw new UsageError(
    `--except ${formatDate(stranger)} is no public holiday there in the years of --year.`,
  )
}
