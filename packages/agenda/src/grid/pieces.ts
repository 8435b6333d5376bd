import type { Wire } from '@silla/client'
import type { Agenda } from '../api/api.ts'
import type { DayScale } from './day-scale.ts'

export type AgendaBooking = Wire['AgendaReserva']
type Service = Wire['AgendaServicio']
type Block = Agenda['bloqueos'][number]
type Hold = Wire['AgendaRetencion']

/** Something that stands in the column of a professional, in minutes of the day. */
export interface Piece {
  /** Differs from those of all other pieces of the day. */
  key: string
  professionalId: number
  from: number
  until: number
  /** Parts of its services, in order. */
  stretches: readonly Stretch[]
  services: readonly Service[]
  what:
    | { kind: 'booking'; booking: AgendaBooking }
    | { kind: 'block'; block: Block }
    | { kind: 'hold'; hold: Hold }
}

export interface Stretch {
  kind: Service['tramos'][number]['tipo']
  from: number
  until: number
}

/** What stands in the columns of one day, by start. A visit with several people is in each column. */
export function piecesOf(agenda: Agenda, scale: DayScale): Piece[] {
  const pieces = [
    ...agenda.reservas.flatMap((booking) =>
      partsOf(booking.servicios).map((services, part) =>
        piece(`r${booking.id}-${part}`, services, scale, { kind: 'booking', booking }),
      ),
    ),
    ...agenda.retenciones.flatMap((hold) =>
      partsOf(hold.servicios).map((services, part) =>
        piece(`h${hold.id}-${part}`, services, scale, { kind: 'hold', hold }),
      ),
    ),
    ...agenda.bloqueos.flatMap((block) => blockPiece(block, scale)),
  ]
  return pieces
    .filter(({ from, until }) => until > 0 && from < scale.length)
    .sort((a, b) => a.from - b.from || b.until - a.until)
}

/** Neighbouring services with the same professional are one part. */
function partsOf(services: readonly Service[]): Service[][] {
  const parts: Service[][] = []
  for (const service of services) {
    const last = parts.at(-1)
    if (last?.[0]?.profesional_id === service.profesional_id) last?.push(service)
    else parts.push([service])
  }
  return parts
}

function piece(
  key: string,
  services: readonly Service[],
  scale: DayScale,
  what: Piece['what'],
): Piece {
  const stretches = services.flatMap(({ tramos }) =>
    tramos.map(({ tipo, inicio, fin }) => ({
      kind: tipo,
      from: scale.minuteOf(inicio),
      until: scale.minuteOf(fin),
    })),
  )
  return {
    ...{ key, services, stretches, what },
    professionalId: services[0]?.profesional_id ?? 0,
    from: stretches[0]?.from ?? 0,
    until: stretches.at(-1)?.until ?? 0,
  }
}

/** A block of a resource stands in no column. */
function blockPiece(block: Block, scale: DayScale): Piece[] {
  if (block.profesional === null) return []
  const [from, until] = [scale.minuteOf(block.inicio), scale.minuteOf(block.fin)]
  return [
    {
      ...{ key: `b${block.id}`, professionalId: block.profesional.id, from, until },
      ...{ stretches: [], services: [], what: { kind: 'block', block } },
    },
  ]
}
