import { formatDate } from '@silla/slots'
import type { FiledDays } from '../filed-days.ts'
import { parseDays } from './parse/schedule.ts'
import type { SalonFileDocument } from './schema.ts'

/**
 * The days for which a stored file has a closing or an exception, also of a file that breaks a rule which is
 * newer than itself: the next file is to remove those that it omits (D68).
 */
export const daysOfDocument = (document: Partial<SalonFileDocument>): FiledDays => ({
  closings: datesOf(document.closings),
  exceptions: Object.fromEntries(
    Object.entries(document.professionals ?? {}).flatMap(([handle, { exceptions }]) =>
      exceptions === undefined ? [] : [[handle, datesOf(exceptions)]],
    ),
  ),
})

const datesOf = (entries: SalonFileDocument['closings'] = []): string[] =>
  entries
    .flatMap((entry) => parseDays(entry, [], { addProblem() {}, mode: 'live', mainLanguage: 'es' }))
    .flatMap((when) => ('day' in when ? [formatDate(when.day)] : []))
