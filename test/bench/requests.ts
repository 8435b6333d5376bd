import { languages } from '@silla/locale'
import { type EpochDay, formatDate } from '@silla/slots'
import { requestText } from './http.ts'
import type { BenchSalon } from './salon.ts'
import { screenPaths } from './screens.ts'

const get = (headers: Record<string, string>, path: string) =>
  requestText({ path: `/api/v1${path}`, headers })

const days = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

export const today = (): EpochDay => Math.floor(Date.now() / 86_400_000)

export const catalogueRequest = ({ publishableHeaders }: BenchSalon) =>
  get(publishableHeaders, '/servicios/')

/** The response is 304 while the catalogue has this entity tag. */
export const unchangedCatalogueRequest = ({ publishableHeaders }: BenchSalon, etag: string) =>
  get({ ...publishableHeaders, 'if-none-match': etag }, '/servicios/')

/** @param address of `newCalendar` */
export const calendarRequest = ({ pathname }: URL) => requestText({ path: pathname, headers: {} })

/** One day of one professional, for every professional and day. */
export const dayRequests = (salon: BenchSalon) =>
  salon.professionalIds.flatMap((id) => days(89).map((day) => dayRequest(salon, id, day)))

export const dayRequest = (salon: BenchSalon, professionalId: number, day: number) =>
  get(
    salon.publishableHeaders,
    `/disponibilidad/${professionalId}/${formatDate(today() + day)}/?servicio_id=${salon.serviceId}`,
  )

/** One day of anyone (D32), for every day. */
export const anyoneDayRequests = (salon: BenchSalon) =>
  days(89).map((day) => dayRequest(salon, anyone, day))

/** 31 days of one professional, for every professional and first day. */
export const monthRequests = (salon: BenchSalon) =>
  salon.professionalIds.flatMap((id) => days(58).map((day) => monthRequest(salon, id, day)))

/** 31 days of anyone (D32), for every first day. */
export const anyoneMonthRequests = (salon: BenchSalon) =>
  days(58).map((day) => monthRequest(salon, anyone, day))

/** What the API takes for "anyone" in place of a professional's id. */
const anyone = 0

const monthRequest = (salon: BenchSalon, professionalId: number, day: number) =>
  get(
    salon.publishableHeaders,
    `/disponibilidad/dias/?peluquero_id=${professionalId}&servicio_id=${salon.serviceId}` +
      `&desde=${formatDate(today() + day)}&hasta=${formatDate(today() + day + 30)}`,
  )

/** @param bodies of `BenchSalon.newBookings` */
export const newBookingRequests = ({ secretHeaders }: BenchSalon, bodies: readonly string[]) =>
  bodies.map((body) => requestText({ path: newBookingPath, headers: secretHeaders, body }))

export const newBookingPath = '/api/v1/reservas/crear/'

/** @param moves of `BenchSalon.moves` */
export const moveRequests = (
  { secretHeaders }: BenchSalon,
  moves: readonly { bookingId: number; body: string }[],
) =>
  moves.map(({ bookingId, body }) => {
    const path = `/api/v1/reservas/${bookingId}/reprogramar/`
    return requestText({ path, headers: secretHeaders, body })
  })

/** @param ids of `BenchSalon.bookingIds` */
export const cancelRequests = ({ secretHeaders }: BenchSalon, ids: readonly number[]) =>
  ids.map((id) => {
    const path = `/api/v1/reservas/${id}/cancelar/`
    return requestText({ path, headers: secretHeaders, body: '{}' })
  })

/** The bookings of one day, as the salon's staff sees them. */
export const bookingListRequests = (salon: BenchSalon) =>
  days(89).map((day) => {
    const date = formatDate(today() + day)
    return get(salon.secretHeaders, `/reservas/?desde=${date}&hasta=${date}`)
  })

/**
 * The agenda of one day (D69), for every day in each language: more than are kept. In turn, each one is
 * read.
 */
export const agendaRequests = ({ secretHeaders }: BenchSalon) =>
  languages.flatMap((language) =>
    days(89).map((day) => get({ ...secretHeaders, 'accept-language': language }, agendaPath(day))),
  )

/** @param day from today on */
export const agendaPath = (day: number) => `/agenda/?fecha=${formatDate(today() + day)}`

/** The same for the days of a week, which are kept. */
export const repeatedAgendaRequests = (salon: BenchSalon) =>
  days(7).map((day) => get(salon.secretHeaders, agendaPath(day)))

/** The response is 304 while the agenda has this entity tag. */
export const unchangedAgendaRequest = ({ secretHeaders }: BenchSalon, etag: string) =>
  get({ ...secretHeaders, 'if-none-match': etag }, agendaPath(7))

/** The latest of all bookings, and how many there are. */
export const allBookingsRequest = (salon: BenchSalon) => get(salon.secretHeaders, '/reservas/')

export const screenRequest = ({ publishableHeaders }: BenchSalon, query: string) =>
  requestText({
    path: '/api/v1/graphql',
    headers: publishableHeaders,
    body: JSON.stringify({ query }),
  })

export const screenByRestRequests = ({ publishableHeaders, professionalIds }: BenchSalon) =>
  screenPaths(professionalIds).map((path) => get(publishableHeaders, path))

/** Logins of different customers, none of whom exists. */
export const loginRequests = ({ publishableHeaders }: BenchSalon) =>
  Array.from({ length: 2000 }, (_, index) =>
    requestText({
      path: '/api/v1/auth/login/',
      headers: publishableHeaders,
      body: JSON.stringify({
        email: `nobody-${index}@example.com`,
        password: 'la silla junto a la ventana',
      }),
    }),
  )
