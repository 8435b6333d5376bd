import { agendaChangeQueries, type EventType, type TenantDb } from '@silla/db'
import type { Clock } from '../clock.ts'
import type { AgendaNotice } from '../model/agenda-notice.ts'

/** Reads what changes at one salon, for all who follow it in this process. */
export interface AgendaReader {
  /** @param clock of the business */
  join(clock: Clock): Promise<AgendaFeed>
  /** Reads, because something may have changed. */
  wake(): void
  close(): void
}

/** The changes at a salon, for one follower. */
export interface AgendaFeed {
  /**
   * Reports the changes after a position, and then each one soon after it is committed.
   *
   * @param after null: from now on
   * @throws SERVICE_UNAVAILABLE while it reads what was missed; nothing is reported from then on
   */
  follow(after: number | null, follower: AgendaFollower): Promise<void>
  /** Nothing is reported any more. A reader that nobody follows closes. */
  leave(): void
}

export interface AgendaFollower {
  /** Whose agenda they may see at present; null: everybody's. */
  professionalId(): number | null
  receive(notice: AgendaNotice): void
}

/** Who has missed more events than this reads the agenda again. */
const maxMissed = 1000
const pageSize = 500

export function openAgendaReader(
  db: TenantDb,
  {
    pollMilliseconds,
    onError,
    onClose,
  }: { pollMilliseconds: number; onError: (error: unknown) => void; onClose: () => void },
): AgendaReader {
  const members = new Set<Member>()
  /** What has been reported; null: nothing was read yet. */
  let seen: { position: number; others: string } | null = null
  let reading: Promise<void> | null = null
  /** Something may have changed since the present read began. */
  let isStale = false
  let isFailing = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  return { join, wake, close }

  async function join(clock: Clock): Promise<AgendaFeed> {
    const member: Member = { clock, follower: null, position: 0 }
    members.add(member)
    try {
      if (seen === null) await (reading ?? read())
    } catch (error) {
      leave(member)
      throw error
    }
    return {
      follow: (after, follower) => follow(member, after, follower),
      leave: () => leave(member),
    }
  }

  function leave(member: Member) {
    if (members.delete(member) && members.size === 0) close()
  }

  function close() {
    if (isClosed) return
    isClosed = true
    clearTimeout(timer)
    onClose()
  }

  function wake() {
    if (isClosed) return
    if (reading === null) read().catch(() => {})
    else isStale = true
  }

  /** One at a time; another one follows when it is over. */
  function read(): Promise<void> {
    clearTimeout(timer)
    isStale = false
    reading = readChanges().then(
      () => finish(false),
      (error: unknown) => {
        if (!isFailing && !isClosed) onError(error)
        finish(true)
        throw error
      },
    )
    return reading
  }

  function finish(hasFailed: boolean) {
    reading = null
    isFailing = hasFailed
    if (isClosed) return
    if (isStale && !hasFailed) wake()
    else timer = setTimeout(wake, pollMilliseconds)
  }

  async function readChanges(): Promise<void> {
    const [member] = members
    if (member === undefined) return
    const [state] = await db.query((sql) =>
      agendaChangeQueries.findAgendaState(sql, db.businessId, member.clock.now()),
    )
    if (state === undefined) throw new Error(`business ${db.businessId} has no profile`)
    const others = `${state.catalogVersion} ${state.others}`
    if (seen === null) {
      seen = { position: state.position, others }
      return
    }
    if (state.position < seen.position) {
      // the database was restored to an earlier state
      seen.position = state.position
      report({ kind: 'expired', position: state.position })
    }
    await reportEvents(seen, state.position)
    if (seen.others === others) return
    seen.others = others
    report({ kind: 'changed', position: null })
  }

  async function reportEvents(seen: { position: number }, last: number): Promise<void> {
    while (seen.position < last) {
      const events = await listEvents(seen.position)
      if (events === null) return expire()
      for (const event of events) {
        seen.position = event.notice.position
        for (const member of members) tell(member, event)
      }
    }

    /** The events in between were deleted. */
    function expire() {
      seen.position = last
      report({ kind: 'expired', position: last })
    }
  }

  function report(notice: AgendaNotice) {
    for (const member of members) {
      if (member.follower === null) continue
      if (notice.kind === 'expired') member.position = notice.position
      member.follower.receive(notice)
    }
  }

  async function follow(
    member: Member,
    after: number | null,
    follower: AgendaFollower,
  ): Promise<void> {
    if (after === null) {
      member.position = lastPosition()
    } else {
      member.position = after
      await catchUp()
      // nobody knows which changes without an event were missed
      if (members.has(member)) follower.receive({ kind: 'changed', position: null })
    }
    member.follower = follower

    async function catchUp() {
      // what the client has seen was committed after the last read
      if (after !== null && after > lastPosition()) {
        await reading
        await (reading ?? read())
      }
      if (member.position > lastPosition()) expire()
      while (members.has(member) && member.position < lastPosition()) {
        const isFar = lastPosition() - member.position > maxMissed
        const events = isFar ? null : await listEvents(member.position, [follower])
        if (events === null) expire()
        else for (const event of events) if (members.has(member)) tell(member, event, follower)
      }
    }

    function expire() {
      member.position = lastPosition()
      follower.receive({ kind: 'expired', position: member.position })
    }
  }

  /** Of a member, after the first read. */
  function lastPosition(): number {
    return seen?.position ?? 0
  }

  /**
   * The events after a position.
   *
   * @returns null when the first of them is no longer known
   */
  async function listEvents(
    after: number,
    readers = [...members].flatMap(({ follower }) => follower ?? []),
  ): Promise<ReadEvent[] | null> {
    const areLimited = readers.some((follower) => follower.professionalId() !== null)
    const page = { after, limit: pageSize }
    const [names, concerned] = await db.batch((tx) => [
      agendaChangeQueries.listEventNames(tx, page),
      ...(areLimited ? [agendaChangeQueries.listEventProfessionals(tx, page)] : []),
    ])
    if (names[0]?.position !== after + 1) return null
    const professionalsOf = new Map(
      concerned?.map(({ position, professionalIds }) => [position, professionalIds]),
    )
    return names.map(({ id, position, type }) => ({
      notice: { kind: 'event', position, type, eventId: id },
      professionalIds: professionalsOf.get(position) ?? [],
    }))
  }
}

interface Member {
  clock: Clock
  /** null: they do not follow yet */
  follower: AgendaFollower | null
  /** Of the last event that was reported to them, or is not for them. */
  position: number
}

interface ReadEvent {
  notice: Extract<AgendaNotice, { kind: 'event' }>
  /** Whom of the professionals it concerns; empty unless somebody is limited to one. */
  professionalIds: readonly number[]
}

function tell(member: Member, { notice, professionalIds }: ReadEvent, to = member.follower): void {
  if (to === null || member.position >= notice.position) return
  member.position = notice.position
  const own = to.professionalId()
  if (own === null || professionalIds.includes(own)) to.receive(notice)
  else if (changesAnyAgenda.has(notice.type))
    to.receive({ kind: 'changed', position: notice.position })
}

/** A visit may have left their agenda, and the name in a visit may be gone. */
const changesAnyAgenda: ReadonlySet<string> = new Set<EventType>([
  'reserva.reprogramada',
  'reserva.modificada',
  'cliente.borrado',
  'cliente.fusionado',
])
