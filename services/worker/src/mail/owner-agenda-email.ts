import type { Agenda, AgendaChange, AgendaVisit } from '@silla/core'
import { professionalNames, serviceNames } from './booking-lines.ts'
import type { Content, Row } from './content.ts'
import { type Formatters, formattersFor } from './formatters.ts'
import { listedName } from './guest-name.ts'
import type { MailContext } from './mail-context.ts'
import { type OwnerTexts, ownerTexts } from './translations/owner-texts.ts'

/** To the salon in the morning: its visits of the day, and what customers changed since (D30). */
export function ownerAgendaEmail(
  agenda: Agenda,
  { translation, language, salon }: MailContext,
): Content {
  const texts = ownerTexts[language].agenda
  const format = formattersFor(translation, salon, agenda.timezone)
  const [first] = agenda.visits
  const day = first ? format.day(first.startsAt) : ''
  return {
    subject: texts.subject(day, agenda.visitCount),
    heading: texts.heading,
    name: salon.business.name,
    paragraphs: [texts.text(day, agenda.visitCount)],
    details: [
      ...agenda.visits.map(
        (visit): Row => [
          `${format.time(visit.startsAt)}-${format.time(visit.endsAt)}`,
          visitLine(visit, texts, format),
        ],
      ),
      ...moreRow(agenda.visitCount - agenda.visits.length, texts),
    ],
    sections: [
      {
        heading: texts.changes,
        rows: [
          ...agenda.changes.map(
            (change): Row => [texts.news[change.news], changeLine(change, texts, format)],
          ),
          ...moreRow(agenda.changeCount - agenda.changes.length, texts),
        ],
      },
    ],
  }
}

const moreRow = (count: number, { more }: OwnerTexts['agenda']): Row[] =>
  count > 0 ? [['', more(count)]] : []

const visitLine = (
  visit: AgendaVisit,
  { pending }: OwnerTexts['agenda'],
  format: Formatters,
): string =>
  joined([...partsOf(visit, format), visit.phone, visit.state === 'pending' ? pending : ''])

const changeLine = (
  change: AgendaChange,
  { movedFrom }: OwnerTexts['agenda'],
  format: Formatters,
): string =>
  joined([
    format.when(change.startsAt),
    ...partsOf(change, format),
    change.movedFrom ? movedFrom(format.when(change.movedFrom)) : '',
  ])

const partsOf = (visit: AgendaVisit, format: Formatters): string[] => [
  listedName(visit.name),
  serviceNames(visit, format).join(', '),
  professionalNames(visit),
]

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ')
