import { type Agenda, type AgendaChange, type AgendaVisit, visitUrl } from '@silla/core'
import { professionalNames, serviceNames } from './booking-lines.ts'
import type { Content, Row } from './content.ts'
import { customerQuote } from './customer-quote.ts'
import { type Formatters, formattersFor } from './formatters.ts'
import { listedName } from './guest-name.ts'
import type { MailContext } from './mail-context.ts'
import { phoneText } from './phone-text.ts'
import { type OwnerTexts, ownerTexts } from './translations/owner-texts.ts'

/** To the salon in the morning: its visits of the day, and what customers changed since (D30). */
export function ownerAgendaEmail(
  agenda: Agenda,
  { translation, salon, staffUrl }: MailContext,
): Content {
  const ownTexts = ownerTexts[translation.language]
  const texts = ownTexts.agenda
  const format = formattersFor(translation, salon, agenda.timezone)
  const line = (parts: readonly string[]) => joined(parts, translation.direction)
  const quoteOf = ({ words }: AgendaVisit) => customerQuote(words, ownTexts, salon.settings)
  const urlOf = ({ id }: AgendaVisit) => (staffUrl === null ? undefined : visitUrl(staffUrl, id))
  const visitRow = (visit: AgendaVisit): Row => [
    format.span(visit.startsAt, visit.endsAt),
    line([
      ...partsOf(visit, format),
      phoneText(visit.phone),
      visit.state === 'pending' ? texts.pending : '',
    ]),
    quoteOf(visit),
    urlOf(visit),
  ]
  const changeRow = (change: AgendaChange): Row => [
    texts.news[change.news],
    line([
      format.when(change.startsAt),
      ...partsOf(change, format),
      phoneText(change.phone),
      change.movedFrom ? texts.movedFrom(format.when(change.movedFrom)) : '',
    ]),
    quoteOf(change),
    urlOf(change),
  ]
  const [first] = agenda.visits
  const day = first ? format.day(first.startsAt) : ''
  return {
    subject: texts.subject(day, agenda.visitCount),
    heading: texts.heading,
    name: salon.business.name,
    paragraphs: [texts.text(day, agenda.visitCount)],
    details: [
      ...agenda.visits.map(visitRow),
      ...moreRow(agenda.visitCount - agenda.visits.length, texts),
    ],
    sections: [
      {
        heading: texts.changes,
        rows: [
          ...agenda.changes.map(changeRow),
          ...moreRow(agenda.changeCount - agenda.changes.length, texts),
        ],
      },
    ],
  }
}

const moreRow = (count: number, { more }: OwnerTexts['agenda']): Row[] =>
  count > 0 ? [['', more(count)]] : []

const partsOf = (visit: AgendaVisit, format: Formatters): string[] => [
  listedName(visit.name),
  serviceNames(visit, format).join(', '),
  professionalNames(visit),
]

/**
 * The parts in the direction of the email, each isolated: an Arabic name does not reorder a Spanish
 * line, nor a Latin one an Arabic line.
 */
function joined(parts: readonly string[], direction: 'ltr' | 'rtl'): string {
  const isolated = parts.filter((part) => part !== '').map((part) => `\u2068${part}\u2069`)
  return (direction === 'rtl' ? '\u200f' : '\u200e') + isolated.join(' · ')
}
