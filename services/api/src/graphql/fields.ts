import { stateWords } from '@silla/wire'
import { operationPages } from './operation-fields.ts'
import { paging } from './paging.ts'

const visitLength = `
    "The service of the visit" servicio_id: Id
    "Several services; wins over \`servicio_id\`" servicios: [Id!]
    "Minutes; wins over the total of the services" duracion: Int`

const dayRange = `
    "First day, default today" desde: Fecha
    "Last day, default 30 days later" hasta: Fecha`

const bookingFilter = `
    "Only in this state: ${stateNames()}" estado: String
    "From this day on" desde: Fecha
    "Up to this day" hasta: Fecha`

const orderFilter = `
    "Only orders of this customer; for the business" cliente_id: Id
    "Only orders that were handed over and are not all paid for" por_cobrar: Boolean`

/**
 * The root fields of queries, and the fields that connect types beyond those generated from the
 * wire's schemas. Names are those of REST; lists have pages (D29), of 20 items by default.
 */
export const fields = `"What a salon publishes, and the bookings and orders that the caller may see"
type Query {
  "The signed-in customer"
  cliente: Cliente!
}

"The signed-in customer"
type Cliente {
  "Profile"
  perfil: Perfil!
  "Their bookings, latest start first"
  reservas(${bookingFilter}${paging}
  ): PaginaReservas!
  "Their next visit, null when there is none"
  proxima_reserva: ProximaReserva
  "Points balance"
  puntos_saldo: Int!
  "Movements of their points, newest first"
  movimientos(${paging}
  ): PaginaMovimientos!
  "Their entries of the waitlist, latest first"
  lista_espera(${paging}
  ): PaginaEspera!
  "Their orders, newest first"
  pedidos(${orderFilter}${paging}
  ): PaginaPedidos!
}

"The next visit of a customer"
type ProximaReserva {
  "The booking"
  id: Id!
  "Date of the visit"
  fecha: Fecha!
  "Start of the visit"
  hora_inicio: Hora!
}

extend type Servicio {
  "The professionals who offer it"
  profesionales: [Profesional!]!
}

extend type Categoria {
  "Its active services, in display order"
  servicios: [Servicio!]!
}

extend type Profesional {
  "The services they offer, in display order, with their own duration, phases and price"
  servicios: [Servicio!]!
  ${professionalFields()}
}

extend type ProfesionalDetalle {
  ${professionalFields()}
}`

/** The values of the argument `estado`: Spanish names, and English where they differ. */
function stateNames(): string {
  return Object.entries(stateWords)
    .flatMap(([english, spanish]) => [...new Set([spanish, english])])
    .map((name) => `\`${name}\``)
    .join(', ')
}

/** The fields that a professional has both in a list and alone. */
function professionalFields(): string {
  return `"Reviews, newest first"
  resenas(${paging}
  ): PaginaResenas!
  "The weekly schedule and its exceptions, up to the last day that can be booked"
  horario_laboral: HorarioProfesional!
  "The slots of a day; null with an error, as when they do not offer a service"
  disponibilidad("The day" fecha: Fecha!${visitLength}
  ): DisponibilidadDia
  "Days of a range with free slots; null with an error, as when they do not offer a service"
  dias(${dayRange}${visitLength}
  ): [DiaDisponible!]`
}

/** Arguments that are objects. */
export const argumentTypes = `"A service of a visit, and who does it"
input LineaVisita {
  "The service"
  servicio_id: Id!
  "The professional; 0 or absent: anyone who is free"
  peluquero_id: Id
}`

/** The page types (D6), one for each type that is listed. */
export const pageTypes = Object.entries({
  ...operationPages,
})
  .map(
    ([page, item]) => `"A page of a list"
type ${page} {
  "The items of the page"
  items: [${item}!]!
  "The position of this page among all pages"
  pagination: Paginacion!
}`,
  )
  .join('\n\n')
