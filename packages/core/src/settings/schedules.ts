import { isDeepStrictEqual } from 'node:util'
import { fail } from '@silla/errors'
import { type EpochDay, formatSpan, type LocalSpan, minutesPerDay } from '@silla/slots'
import { assertOwnAgenda } from '../access/own-agenda.ts'
import type { ClosingDay, OpeningDay, ScheduleException, Translated } from '../catalog/catalog.ts'
import type { CurrentState } from '../provisioning/current-state.ts'
import type { Salon, SalonProfessional, Shift } from '../provisioning/salon.ts'
import { parseOffered } from '../provisioning/salon-file/parse/professionals.ts'
import { parseOpenings, parseWeek } from '../provisioning/salon-file/parse/schedule.ts'
import { parseSpansAt } from '../provisioning/salon-file/parse/values.ts'
import {
  serializeOpenings,
  serializeOwnTerms,
  serializeShifts,
} from '../provisioning/salon-file/serialize/salon.ts'
import { type Days, eachDay } from '../provisioning/schedule/day-entries.ts'
import type { RequestContext } from '../request-context.ts'
import { editSettings, readSettings } from './edit-settings.ts'
import { checked, failSetting } from './problems.ts'
import {
  type ChangedSetting,
  type ClosuresSetting,
  type EditOptions,
  type OffersSetting,
  type OfferTerms,
  type OpeningHoursSetting,
  type OverridesSetting,
  type ShiftsSetting,
  versionOf,
} from './setting.ts'

// Staff who are limited to their own agenda change the exceptions of themselves, and nothing else of when
// the salon works (D65).

/** What the fields of the request are called, for its problems. */
type Names = Record<string, string>

export const findOpeningHours = (context: RequestContext): Promise<OpeningHoursSetting> =>
  readSettings(context, 'hours', ({ salon }) => hoursOf(salon))

/** Replaces the hours of the weekdays that are given; others stay. @throws VALIDATION_ERROR */
export const updateOpeningHours = (
  context: RequestContext,
  days: readonly OpeningDay[],
  names: Names,
  options: EditOptions,
): Promise<ChangedSetting> => {
  assertOwnAgenda(context, [null])
  return editSettings(context, 'hours', options, ({ salon }) => {
    const given = new Map(days.map((day) => [day.weekday, day]))
    const wanted = salon.openings.map((day) => given.get(day.weekday) ?? day)
    const fieldOf = (key: string) => names[key === 'break' ? 'break' : 'hours'] ?? key
    const openings = checked(salon.settings.mainLanguage, fieldOf, (context) =>
      parseOpenings(serializeOpenings(wanted), context),
    )
    const after = { ...salon, openings }
    return { current: hoursOf(salon), after, changed: () => hoursOf(after) }
  })
}

/** All closures, past ones too. */
export const listClosures = (context: RequestContext): Promise<ClosuresSetting> =>
  readSettings(context, 'closures', ({ salon }) => closuresOf(salon))

/**
 * Adds the same closure for one day or several. A day with that very closure stays as it is.
 *
 * @param input.span null: the whole day
 * @throws VALIDATION_ERROR for one that overlaps with another
 */
export const createClosure = (
  context: RequestContext,
  { days, span, reason }: { days: Days; span: LocalSpan | null; reason: Translated },
  names: Names,
  options: EditOptions,
): Promise<ChangedSetting> => {
  assertOwnAgenda(context, [null])
  return editSettings(context, 'closures', options, ({ salon }) => {
    const added = eachDay(days)
      .map((day) => ({
        day,
        reason,
        fromMinute: span?.startMinute ?? null,
        toMinute: span?.endMinute ?? null,
      }))
      .filter((closure) => !salon.closings.some((other) => isSame(other, closure)))
    if (added.some((closure) => salon.closings.some((other) => overlap(other, closure))))
      failSetting(names.days ?? 'days', 'overlaps')
    const closings = [...salon.closings, ...added].sort(
      (a, b) => a.day - b.day || (a.fromMinute ?? 0) - (b.fromMinute ?? 0),
    )
    return closuresChanged(salon, closings)
  })
}

/** Removes every closure of a day. @throws CLOSURE_NOT_FOUND */
export const deleteClosures = (
  context: RequestContext,
  day: EpochDay,
  options: EditOptions,
): Promise<ChangedSetting> => {
  assertOwnAgenda(context, [null])
  return editSettings(context, 'closures', options, ({ salon }) => {
    const closings = salon.closings.filter((closure) => closure.day !== day)
    if (closings.length === salon.closings.length) fail('CLOSURE_NOT_FOUND')
    return closuresChanged(salon, closings)
  })
}

export const findShifts = (context: RequestContext, professionalId: number) =>
  readSettings(context, 'shifts', (state) => shiftsOf(state, findMember(state, professionalId)))

/** Replaces the whole week. @throws VALIDATION_ERROR, PROFESSIONAL_NOT_FOUND */
export const updateShifts = (
  context: RequestContext,
  professionalId: number,
  shifts: readonly Shift[],
  names: Names,
  options: EditOptions,
): Promise<ChangedSetting> => {
  assertOwnAgenda(context, [null])
  return editSettings(context, 'shifts', options, (state) => {
    const member = findMember(state, professionalId)
    const parsed = checked(
      state.salon.settings.mainLanguage,
      () => names.shifts ?? 'shifts',
      (context) => parseWeek(serializeShifts(shifts), [], context),
    )
    return memberChanged(state, member, { ...member, shifts: parsed }, shiftsOf)
  })
}

/** The reasons of others are none of somebody's who is limited to their own agenda. */
export const listOverrides = (context: RequestContext, professionalId: number) => {
  assertOwnAgenda(context, [professionalId])
  return readSettings(context, 'overrides', (state) =>
    overridesOf(state, findMember(state, professionalId)),
  )
}

/**
 * Sets other working hours of a professional on one day or several, or days off.
 *
 * @param input.shifts none: days off
 * @throws VALIDATION_ERROR for a day that has others already; PROFESSIONAL_NOT_FOUND
 */
export const createOverride = (
  context: RequestContext,
  professionalId: number,
  { days, shifts, reason }: { days: Days; shifts: readonly LocalSpan[]; reason: Translated },
  names: Names,
  options: EditOptions,
): Promise<ChangedSetting> => {
  assertOwnAgenda(context, [professionalId])
  return editSettings(context, 'overrides', options, (state) => {
    const member = findMember(state, professionalId)
    const parsed =
      shifts.length === 0
        ? []
        : checked(
            state.salon.settings.mainLanguage,
            () => names.shifts ?? 'shifts',
            (context) => parseSpansAt(shifts.map(formatSpan).join(','), [], context),
          )
    const added = eachDay(days)
      .map((day) => ({ day, reason, works: parsed.length > 0, shifts: parsed }))
      .filter((one) => !member.exceptions.some((other) => isSame(other, one)))
    const taken = new Set(member.exceptions.map(({ day }) => day))
    if (added.some(({ day }) => taken.has(day))) failSetting(names.days ?? 'days', 'overlaps')
    const exceptions = [...member.exceptions, ...added].sort((a, b) => a.day - b.day)
    return memberChanged(state, member, { ...member, exceptions }, overridesOf)
  })
}

/** @throws OVERRIDE_NOT_FOUND, PROFESSIONAL_NOT_FOUND */
export const deleteOverride = (
  context: RequestContext,
  professionalId: number,
  day: EpochDay,
  options: EditOptions,
): Promise<ChangedSetting> => {
  assertOwnAgenda(context, [professionalId])
  return editSettings(context, 'overrides', options, (state) => {
    const member = findMember(state, professionalId)
    const exceptions = member.exceptions.filter((exception) => exception.day !== day)
    if (exceptions.length === member.exceptions.length) fail('OVERRIDE_NOT_FOUND')
    return memberChanged(state, member, { ...member, exceptions }, overridesOf)
  })
}

export const findOffers = (context: RequestContext, professionalId: number) =>
  readSettings(context, 'offers', (state) => offersOf(state, findMember(state, professionalId)))

/** Replaces what a professional offers. @throws VALIDATION_ERROR, PROFESSIONAL_NOT_FOUND */
export const updateOffers = (
  context: RequestContext,
  professionalId: number,
  offers: readonly OfferTerms[],
  names: Names,
  options: EditOptions,
): Promise<ChangedSetting> =>
  editSettings(context, 'offers', options, (state) => {
    const member = findMember(state, professionalId)
    const handles = new Map([...state.services].map(([handle, { id }]) => [id, handle]))
    const listed = new Map<string, OfferTerms>()
    for (const offer of offers) {
      const handle = handles.get(offer.serviceId) ?? ''
      if (!state.services.get(handle)?.active) failSetting(names.services ?? '', 'no_such_entry')
      if (listed.has(handle)) failSetting(names.services ?? '', 'duplicate')
      listed.set(handle, offer)
    }
    const offered = Object.fromEntries(
      [...listed].map(([h, terms]) => [h, serializeOwnTerms(terms)]),
    )
    const parsed = checked(
      state.salon.settings.mainLanguage,
      (key) => names[key] ?? names.services ?? key,
      (context) => parseOffered(offered, state.salon.services, [], context),
    )
    return memberChanged(state, member, { ...member, ...parsed }, offersOf)
  })

function hoursOf({ openings }: Salon): OpeningHoursSetting {
  return { kind: 'hours', openings, version: versionOf(openings) }
}

function closuresOf({ closings }: Salon): ClosuresSetting {
  return { kind: 'closures', closures: closings, version: versionOf(closings) }
}

function closuresChanged(salon: Salon, closings: ClosingDay[]) {
  const after = { ...salon, closings }
  return { current: closuresOf(salon), after, changed: () => closuresOf(after) }
}

function shiftsOf(state: CurrentState, { handle, shifts }: SalonProfessional): ShiftsSetting {
  return {
    kind: 'shifts',
    professionalId: idOf(state, handle),
    shifts,
    version: versionOf(shifts),
  }
}

function overridesOf(
  state: CurrentState,
  { handle, exceptions }: SalonProfessional,
): OverridesSetting {
  return {
    kind: 'overrides',
    professionalId: idOf(state, handle),
    overrides: exceptions,
    version: versionOf(exceptions),
  }
}

function offersOf(state: CurrentState, member: SalonProfessional): OffersSetting {
  const own = new Map(member.ownTerms.map(({ serviceHandle, ...terms }) => [serviceHandle, terms]))
  const offers = member.serviceHandles.map((handle) => ({
    serviceId: state.services.get(handle)?.id ?? 0,
    ...(own.get(handle) ?? { durationMinutes: null, phases: null, priceCents: null }),
  }))
  return {
    kind: 'offers',
    professionalId: idOf(state, member.handle),
    offers,
    version: versionOf([member.serviceHandles, member.ownTerms]),
  }
}

/** Only active ones have a schedule that can be changed. */
function findMember(state: CurrentState, professionalId: number): SalonProfessional {
  const member = state.salon.professionals.find(
    ({ handle }) => idOf(state, handle) === professionalId,
  )
  return member ?? fail('PROFESSIONAL_NOT_FOUND')
}

const idOf = ({ professionals }: CurrentState, handle: string): number =>
  professionals.get(handle)?.id ?? 0

function memberChanged<Setting extends ShiftsSetting | OverridesSetting | OffersSetting>(
  state: CurrentState,
  member: SalonProfessional,
  changed: SalonProfessional,
  settingOf: (state: CurrentState, member: SalonProfessional) => Setting,
) {
  const professionals = state.salon.professionals.map((one) => (one === member ? changed : one))
  return {
    current: settingOf(state, member),
    after: { ...state.salon, professionals },
    changed: () => settingOf(state, changed),
  }
}

/** Whether two entries of days are equal. */
const isSame = (a: ClosingDay | ScheduleException, b: ClosingDay | ScheduleException): boolean =>
  a.day === b.day && isDeepStrictEqual(a, b)

const overlap = (a: ClosingDay, b: ClosingDay): boolean =>
  a.day === b.day &&
  (a.fromMinute ?? 0) < (b.toMinute ?? minutesPerDay) &&
  (b.fromMinute ?? 0) < (a.toMinute ?? minutesPerDay)
