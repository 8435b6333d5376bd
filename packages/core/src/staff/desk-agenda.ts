import type { Translated } from '@silla/db'
import type { EpochDay, Span } from '@silla/slots'
import { readAgenda } from '../agenda/salon-agenda.ts'
import { initialsOf } from '../calendars/initials.ts'
import { today } from '../clock.ts'
import type { AgendaBooking } from '../model/salon-agenda.ts'
import type { Desk } from './desk.ts'

/** What a shared device shows of the salon while it is locked: today, with initials (D64). */
export interface DeskAgenda {
  day: EpochDay
  timezone: string
  /** Those who work today or have a visit. */
  team: { name: string; services: DeskService[] }[]
}

/** A service of a visit, from its start to its end, in minutes since 1970. */
export interface DeskService extends Span {
  name: Translated
  /** Of the customer; empty for a name without letters. */
  initials: string
  state: AgendaBooking['state']
}

/** Nothing that is not shown is read: no contact details and no notes. */
export async function deskAgenda({ tenant, clock, realClock }: Desk): Promise<DeskAgenda> {
  const day = today(await tenant.catalog(), clock)
  const filter = { professionalId: null, showsContacts: false, showsNotes: false }
  const context = { tenant, clock, realClock }
  const reading = await readAgenda(context, { from: day, days: 1 }, filter, null)
  const agenda = reading?.agenda
  if (!agenda) throw new Error('the agenda of everybody was not read')
  const works = new Set(
    agenda.days.flatMap(({ works: all }) =>
      all
        .filter(({ stretches }) => stretches.length > 0)
        .map(({ professionalId }) => professionalId),
    ),
  )
  const team = agenda.team.map(({ id, name }) => ({
    id,
    name,
    services: agenda.visits.flatMap((visit) => servicesOf(visit, id)),
  }))
  return {
    day,
    timezone: agenda.timezone,
    team: team
      .filter(({ id, services }) => works.has(id) || services.length > 0)
      .map(({ name, services }) => ({ name, services })),
  }
}

/** What a professional does in a visit, without the buffers. */
const servicesOf = ({ contact, state, lines }: AgendaBooking, professionalId: number) =>
  lines
    .filter((line) => line.professionalId === professionalId)
    .map(({ name, stretches }): DeskService => {
      const parts = stretches.filter(({ kind }) => kind !== 'buffer')
      const initials = initialsOf(contact.name)
      return { name, initials, state, start: parts[0]?.start ?? 0, end: parts.at(-1)?.end ?? 0 }
    })
