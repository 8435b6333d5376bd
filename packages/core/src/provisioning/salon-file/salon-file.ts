import type { EpochDay } from '@silla/slots'
import type { Mode } from '../../business/business-summary.ts'
import type { ClosingDay, OpeningDay, ScheduleException, Settings } from '../../catalog/catalog.ts'
import type { CustomRates } from '../../limits/rates.ts'
import type {
  DemoActivity,
  DemoKeys,
  FileDay,
  Salon,
  SalonCategory,
  SalonPackage,
  SalonProduct,
  SalonProfessional,
  SalonProfile,
  SalonResourceType,
  SalonService,
} from '../salon.ts'

/** A parsed salon file: a salon whose days may be relative. */
export interface SalonFile {
  fileName: string
  slug: string
  mode: Mode
  profile: SalonProfile
  settings: Settings
  rates: CustomRates
  openings: OpeningDay[]
  closings: FileClosing[]
  categories: SalonCategory[]
  resourceTypes: SalonResourceType[]
  services: SalonService[]
  professionals: FileProfessional[]
  products: SalonProduct[]
  pointsPackages: SalonPackage[]
  demoKeys: DemoKeys | null
  demo: DemoActivity | null
}

export type FileClosing = Omit<ClosingDay, 'day'> & { when: FileDay }
export type FileException = Omit<ScheduleException, 'day'> & { when: FileDay }
export type FileProfessional = Omit<SalonProfessional, 'exceptions'> & {
  exceptions: FileException[]
}

/**
 * Resolves the relative days of a file.
 * @param creationDay the local day on which the business was created: relative days count from it
 */
export function salonFromFile(file: SalonFile, creationDay: EpochDay): Salon {
  const {
    slug,
    mode,
    profile,
    settings,
    rates,
    openings,
    categories,
    resourceTypes,
    services,
    products,
    pointsPackages,
  } = file
  const dayOf = (when: FileDay) => ('day' in when ? when.day : creationDay + when.inDays)
  const closings = file.closings.map(({ when, reason, fromMinute, toMinute }) => ({
    day: dayOf(when),
    reason,
    fromMinute,
    toMinute,
  }))
  return {
    slug,
    mode,
    profile,
    settings,
    rates,
    openings,
    closings: closings.sort((a, b) => a.day - b.day || (a.fromMinute ?? 0) - (b.fromMinute ?? 0)),
    categories,
    resourceTypes,
    services,
    professionals: file.professionals.map((professional) => ({
      ...professional,
      exceptions: firstPerDay(
        professional.exceptions.map(({ when, reason, works, shifts }) => ({
          day: dayOf(when),
          reason,
          works,
          shifts,
        })),
      ),
    })),
    products,
    pointsPackages,
  }
}

/** A relative day may be the same as a date in the file; then the first entry applies. */
function firstPerDay(exceptions: ScheduleException[]): ScheduleException[] {
  const byDay = new Map<EpochDay, ScheduleException>()
  for (const exception of exceptions)
    if (!byDay.has(exception.day)) byDay.set(exception.day, exception)
  return [...byDay.values()].sort((a, b) => a.day - b.day)
}
