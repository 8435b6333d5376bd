import { stateWords } from '../wire/booking.ts'

/**
 * What may be asked for, beside the types that come from the wire. Named as in REST; lists are
 * pages (D29), of 20 unless more are asked for.
 */
export const fields = `"What a salon shows, and what the caller may see of its books"
type Query {
  "The business that the API key belongs to"
  negocio: Negocio!
  "When it opens, weekday by weekday"
  horarios: [DiaApertura!]!
  "Days on which it is closed, from today on and for three months unless asked otherwise"
  festivos("First day" desde: Fecha, "Last day" hasta: Fecha): [Festivo!]!
  "Categories in display order"
  categorias("\`servicio\` or \`producto\`" tipo: String): [Categoria!]!
  "Active services in display order"
  servicios("Only of this category" categoria_id: Id, "Only those that can, or cannot, be booked online" reservable_online: Boolean, "Only those that are, or are not, featured" destacado: Boolean, "Page, from 1" page: Int, "Items on a page, at most 100" page_size: Int): PaginaServicios!
  "One active service"
  servicio("The service" id: Id!): ServicioDetalle!
  "Active professionals"
  peluqueros("Only those who offer this service" servicio_id: Id, "Only those with a free slot left today" disponible_hoy: Boolean, "Page, from 1" page: Int, "Items on a page, at most 100" page_size: Int): PaginaProfesionales!
  "One active professional"
  peluquero("The professional" id: Id!): ProfesionalDetalle!
  "The slots of one professional's day"
  disponibilidad("The professional" peluquero_id: Id!, "The day" fecha: Fecha!, "The service the visit is for" servicio_id: Id, "Several services; wins over \`servicio_id\`" servicios: [Id!], "Minutes; wins over the services' own" duracion: Int): DisponibilidadDia!
  "Which days of a range have free time, with one professional or with anybody who offers the services"
  dias("Only this professional" peluquero_id: Id, "First day, today unless given" desde: Fecha, "Last day, 30 days later unless given" hasta: Fecha, "The service the visit is for" servicio_id: Id, "Several services; wins over \`servicio_id\`" servicios: [Id!], "Minutes; wins over the services' own" duracion: Int): [DiaDisponible!]!
  "Products of the shop"
  productos("Only of this category" categoria_id: Id, "Only those that are, or are not, featured" destacado: Boolean, "Page, from 1" page: Int, "Items on a page, at most 100" page_size: Int): PaginaProductos!
  "Packages of points that can be bought"
  paquetes_puntos("Page, from 1" page: Int, "Items on a page, at most 100" page_size: Int): PaginaPaquetes!
  "The signed-in customer"
  cliente: Cliente!
  "A booking by its number: for its customer, for the business, and for whoever knows its code"
  reserva("The booking" id: Id!, "The booking's code, as proof" codigo: String): ReservaDetalle!
  "A booking by its code"
  reserva_por_codigo("Ten characters, in any case" codigo: String!): ReservaDetalle!
  "All bookings, for the business with its secret key, the latest first"
  reservas(${inState()} estado: String, "From this day on" desde: Fecha, "Up to this day" hasta: Fecha, "Only with this professional" peluquero_id: Id, "Page, from 1" page: Int, "Items on a page, at most 100" page_size: Int): PaginaReservasDetalle!
  "An order, for its customer or the business"
  pedido("The order" id: Id!): Pedido!
  "The signed-in customer's orders, or all of them for the business, the latest first"
  pedidos("Page, from 1" page: Int, "Items on a page, at most 100" page_size: Int): PaginaPedidos!
}

"A signed-in customer, and what is theirs"
type Cliente {
  "Who they are"
  perfil: Perfil!
  "Their bookings, the latest first"
  reservas(${inState()} estado: String, "From this day on" desde: Fecha, "Up to this day" hasta: Fecha, "Page, from 1" page: Int, "Items on a page, at most 100" page_size: Int): PaginaReservas!
  "Their next visit, null when there is none"
  proxima_reserva: ProximaReserva
  "Points they hold"
  puntos_saldo: Int!
  "Every movement of their points, the latest first"
  movimientos("Page, from 1" page: Int, "Items on a page, at most 100" page_size: Int): PaginaMovimientos!
  "Their orders, the latest first"
  pedidos("Page, from 1" page: Int, "Items on a page, at most 100" page_size: Int): PaginaPedidos!
}

"A customer's next visit"
type ProximaReserva {
  "The booking"
  id: Id!
  "Date of the visit"
  fecha: Fecha!
  "Start of the visit"
  hora_inicio: Hora!
}

extend type Servicio {
  "Who offers it"
  profesionales: [Profesional!]!
}

extend type Categoria {
  "Active services of it, in display order"
  servicios: [Servicio!]!
}

extend type Profesional {
  ${ofProfessional()}
}

extend type ProfesionalDetalle {
  ${ofProfessional('detail')}
}`

/** What the argument `estado` is, with the words that it takes. */
function inState(): string {
  const words = Object.entries(stateWords).flatMap(([english, spanish]) => [
    ...new Set([spanish, english]),
  ])
  return `"Only in this state: ${words.map((word) => `\`${word}\``).join(', ')}"`
}

/** What can be asked of a professional, in a list and alone. */
function ofProfessional(kind?: 'detail'): string {
  const services = '"What they offer, in display order"\n  servicios: [Servicio!]!\n  '
  return `${kind === 'detail' ? '' : services}"What was said about them, the latest first"
  resenas("Page, from 1" page: Int, "Items on a page, at most 100" page_size: Int): PaginaResenas!
  "The usual week and the dates that differ, as far ahead as can be booked"
  horario_laboral: HorarioProfesional!
  "The slots of a day; null beside an error, as when they do not offer a service"
  disponibilidad("The day" fecha: Fecha!, "The service the visit is for" servicio_id: Id, "Several services; wins over \`servicio_id\`" servicios: [Id!], "Minutes; wins over the services' own" duracion: Int): DisponibilidadDia
  "Which days of a range have free time; null beside an error, as when they do not offer a service"
  dias("First day, today unless given" desde: Fecha, "Last day, 30 days later unless given" hasta: Fecha, "The service the visit is for" servicio_id: Id, "Several services; wins over \`servicio_id\`" servicios: [Id!], "Minutes; wins over the services' own" duracion: Int): [DiaDisponible!]`
}

/** The shape of every page (D6), for the types that are listed. */
export const pageTypes = Object.entries({
  PaginaServicios: 'Servicio',
  PaginaProfesionales: 'Profesional',
  PaginaProductos: 'Producto',
  PaginaPaquetes: 'PaquetePuntos',
  PaginaReservas: 'ReservaResumen',
  PaginaReservasDetalle: 'ReservaDetalle',
  PaginaPedidos: 'Pedido',
  PaginaResenas: 'Resena',
  PaginaMovimientos: 'MovimientoPuntos',
})
  .map(
    ([page, item]) => `"A page of a list"
type ${page} {
  "What is on it"
  items: [${item}!]!
  "Where it stands among all"
  pagination: Paginacion!
}`,
  )
  .join('\n\n')
