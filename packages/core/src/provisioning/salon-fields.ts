import { professionalFields as ownFields } from '@silla/db'
import { formatAmount } from '@silla/money'
import { formatDate, formatSpan, type LocalSpan } from '@silla/slots'
import type { OpeningDay, ScheduleException } from '../catalog/catalog.ts'
import { phaseTexts } from '../catalog/phases.ts'
import type { CustomRates } from '../limits/rates.ts'
import { labelledTexts, labelledValues } from './fields.ts'
import { planOrder } from './plan-order.ts'
import { type Salon, type SalonProfessional, weekdays } from './salon.ts'

/** The values of something as text, by the field names that a plan shows; '' for no value. */
export type Fields = Record<string, string>

export const rateFields = (rates: CustomRates): Fields =>
  Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, `${rate} per minute`]))

export function hoursFields(openings: readonly OpeningDay[]): Fields {
  return Object.fromEntries(
    openings.map((opening) => [weekdays[opening.weekday - 1], openingText(opening)]),
  )
}

function openingText({
  opensMinute,
  closesMinute,
  breakStartMinute,
  breakEndMinute,
}: OpeningDay): string {
  if (opensMinute === null || closesMinute === null) return 'closed'
  const open = formatSpan({ startMinute: opensMinute, endMinute: closesMinute })
  if (breakStartMinute === null || breakEndMinute === null) return open
  const breakSpan = formatSpan({ startMinute: breakStartMinute, endMinute: breakEndMinute })
  return `${open}, break ${breakSpan}`
}

export function closingFields(closings: Salon['closings']): Map<string, Fields> {
  return new Map(
    closings.map(({ day, fromMinute, toMinute, reason }) => {
      const part =
        fromMinute === null || toMinute === null
          ? ''
          : ` ${formatSpan({ startMinute: fromMinute, endMinute: toMinute })}`
      return [`${formatDate(day)}${part}`, Object.fromEntries(labelledTexts('reason', reason))]
    }),
  )
}

export function professionalFields(professional: SalonProfessional): Fields {
  const fields: Fields = labelledValues(ownFields, professional, planOrder.professionals)
  for (const handle of professional.serviceHandles) fields[`service ${handle}`] = 'offered'
  for (const { serviceHandle, ...terms } of professional.ownTerms)
    fields[`service ${serviceHandle}`] = ownTermsText(terms)
  for (const [index, name] of weekdays.entries()) {
    fields[name] = spansText(professional.shifts.filter(({ weekday }) => weekday === index + 1))
  }
  for (const exception of professional.exceptions) Object.assign(fields, exceptionFields(exception))
  return fields
}

function ownTermsText({
  durationMinutes,
  phases,
  priceCents,
}: Omit<SalonProfessional['ownTerms'][number], 'serviceHandle'>): string {
  return [
    ...(durationMinutes === null ? [] : [`${durationMinutes} min`]),
    ...(phases === null ? [] : [`(${phaseTexts(phases).join(', ')})`]),
    ...(priceCents === null ? [] : [`for ${formatAmount(priceCents)}`]),
  ].join(' ')
}

function exceptionFields({ day, works, shifts, reason }: ScheduleException): Fields {
  const name = formatDate(day)
  return {
    [name]: works ? spansText(shifts) : 'off',
    ...Object.fromEntries(labelledTexts(`${name} reason`, reason)),
  }
}

function spansText(spans: readonly LocalSpan[]): string {
  return spans.map(formatSpan).join(', ')
}
