import type { Caller, Send } from './example-api.ts'

export interface FreeTime {
  fecha: string
  hora_inicio: string
  hora_fin: string
}

/** A professional of a salon, one of their services, and when they are free for it. */
export interface FreeTimes {
  professionalId: number
  serviceId: number
  /** The next free days from tomorrow on, each with its first time, in turn. */
  next(): FreeTime
  /** The last time that is free on the last day of the next month with one. */
  last(): Promise<FreeTime>
  /** The latest time that has passed, and was free. */
  past(send: Send): Promise<FreeTime & { daysAgo: number }>
}

interface Slot {
  hora_inicio: string
  hora_fin: string
  disponible: boolean
}

/** @throws Error when the salon is nearly full */
export async function openFreeTimes(
  send: Send,
  owner: Caller,
  { timezone }: { timezone: string },
): Promise<FreeTimes> {
  const { profesionales } = await send<{
    profesionales: { id: number; servicios_ids: number[] }[]
  }>(owner, { path: '/peluqueros/' })
  const { servicios } = await send<{ servicios: { id: number }[] }>(owner, {
    path: '/servicios/?reservable_online=true',
  })
  // who does the most has the most free days
  const [professional] = profesionales.toSorted(
    (one, other) => other.servicios_ids.length - one.servicios_ids.length,
  )
  const service = servicios.find(({ id }) => professional?.servicios_ids.includes(id))
  if (!professional || !service) throw new Error('the demo salon has nobody who can be booked')
  const what = `peluquero_id=${professional.id}&servicio_id=${service.id}`
  const { desde: today, dias } = await send<{
    desde: string
    dias: { fecha: string; disponible: boolean }[]
  }>(owner, { path: `/disponibilidad/dias/?${what}` })
  const days = dias.flatMap(({ fecha, disponible }) => (disponible && fecha > today ? [fecha] : []))
  const firstTimes = await Promise.all(
    days.slice(0, daysInTurn).map(async (day) => (await freeOn(send, day))[0]),
  )
  let place = 0

  return {
    professionalId: professional.id,
    serviceId: service.id,
    next: () => firstTimes[place++] ?? nearlyFull(),
    async last() {
      for (const day of days.slice(daysInTurn).toReversed()) {
        const time = (await freeOn(send, day)).at(-1)
        if (time) return time
      }
      return nearlyFull()
    },
    async past(sendBefore) {
      const now = localTime(timezone)
      for (let daysAgo = 0; daysAgo < maxDaysAgo; daysAgo++) {
        const day = localTime(timezone, daysAgo * dayMilliseconds).slice(0, 10)
        const begun = (await freeOn(sendBefore, day)).filter(
          ({ hora_fin }) => `${day}T${hora_fin}` <= now,
        )
        const latest = begun.at(-1)
        if (latest) return { ...latest, daysAgo }
      }
      return nearlyFull()
    },
  }

  async function freeOn(by: Send, fecha: string): Promise<FreeTime[]> {
    const { slots } = await by<{ slots: Slot[] }>(owner, {
      path: `/disponibilidad/${professional?.id}/${fecha}/?servicio_id=${service?.id}`,
    })
    return slots.flatMap(({ disponible, hora_inicio, hora_fin }) =>
      disponible ? [{ fecha, hora_inicio, hora_fin }] : [],
    )
  }
}

/** Each of these days is for one example; what is made beforehand is on later ones. */
const daysInTurn = 6
export const maxDaysAgo = 7
export const dayMilliseconds = 86_400_000

function nearlyFull(): never {
  throw new Error('the demo salon has too few free times: npm start -- --reset makes new ones')
}

/** `2026-11-24T09:05` */
const localTime = (timeZone: string, millisecondsAgo = 0): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    ...({ dateStyle: 'short', timeStyle: 'short' } as const),
  })
    .format(Date.now() - millisecondsAgo)
    .replace(' ', 'T')
