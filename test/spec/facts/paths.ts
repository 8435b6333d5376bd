import * as answers from './answers.ts'
import type { Fields } from './shape.ts'

/** One path of the contract: what may be asked, and what is answered. */
export interface Path {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Behind /api/v1. */
  path: string
  /** Who can ask it: anybody with a key, a signed-in customer, the salon with its secret key. */
  by: 'guest' | 'customer' | 'owner'
  query: string[]
  body?: { required: string[]; optional: string[] }
  status: 200 | 201
  answer: Fields
}

/** What may be shown beside the key (D9), each a way in; where a path is not named, nothing. */
export const proofs: Record<string, ('nothing' | 'token' | 'code')[]> = {
  'POST /reservas/crear/': ['nothing', 'token'],
  'GET /reservas/{id}/': ['nothing', 'token', 'code'],
  'GET /reservas/codigo/{codigo}/': ['nothing', 'token'],
  'POST /reservas/{id}/cancelar/': ['nothing', 'token'],
  'POST /reservas/{id}/resena/': ['nothing', 'token'],
  'GET /cliente/reservas/': ['token'],
  'POST /auth/logout/': ['nothing', 'token'],
  'GET /cliente/perfil/': ['token'],
  'PUT /cliente/perfil/': ['token'],
  'DELETE /cliente/perfil/': ['token'],
  'GET /cliente/exportar/': ['token'],
  'GET /cliente/puntos/': ['token'],
  'GET /cliente/puntos/movimientos/': ['token'],
  'POST /pedidos/': ['token'],
  'POST /pagos/intent/': ['nothing', 'token'],
  'POST /pagos/confirmar/': ['nothing', 'token'],
  // all orders of the salon, for its secret key alone
  'GET /pedidos/': ['nothing', 'token'],
  'GET /pedidos/{id}/': ['nothing', 'token'],
}

const by = (by: Path['by']) => ({
  get: (path: string, query: string[], answer: Fields): Path => ({
    method: 'GET',
    path,
    by,
    query,
    status: 200,
    answer,
  }),
  post: (
    path: string,
    [required, optional]: Body,
    status: Path['status'],
    answer: Fields,
  ): Path => ({
    method: 'POST',
    ...{ path, by, query: [], status, answer },
    body: { required, optional },
  }),
})
/** The fields that have to be there, and the others. */
type Body = [required: string[], optional: string[]]

const { get, post } = by('guest')
const customer = by('customer')
const owner = by('owner')

const pages = ['page', 'page_size']
const length = ['servicio_id', 'servicios', 'duracion']
const range = ['desde', 'hasta']

/** What no client asks, and what wants no key: the processor's own door. */
export const keyless = ['POST /webhooks/processor/']

/**
 * Everything that a salon can be asked so far. `lang` goes everywhere (D7), pages with every list
 * (D6).
 */
export const paths: Path[] = [
  get('/negocio/', [], answers.business),
  get('/negocio/horarios/', pages, answers.openingHours),
  get('/negocio/festivos/', [...range, ...pages], answers.closingDays),
  get(
    '/servicios/',
    ['categoria_id', 'reservable_online', 'destacado', ...pages],
    answers.services,
  ),
  get('/servicios/{id}/', [], answers.serviceDetail),
  get('/categorias/', ['tipo', ...pages], answers.categories),
  get('/peluqueros/', ['servicio_id', 'disponible_hoy', ...pages], answers.professionals),
  get('/peluqueros/{id}/', [], answers.professionalDetail),
  get('/peluqueros/{id}/horario/', [], answers.schedule),
  get('/productos/', ['categoria_id', 'destacado', ...pages], answers.products),

  get('/disponibilidad/{peluquero_id}/{fecha}/', length, answers.day),
  get('/disponibilidad/dias/', ['peluquero_id', ...length, ...range, ...pages], answers.days),

  post(
    '/reservas/crear/',
    [
      ['servicio_ids', 'peluquero_id', 'fecha', 'hora_inicio'],
      // the last one is of D9
      ['nombre', 'email', 'telefono', 'notas', 'usar_puntos', 'por_negocio'],
    ],
    201,
    answers.booking,
  ),
  customer.get('/cliente/reservas/', ['estado', ...range, ...pages], answers.customerBookings),
  customer.get('/reservas/{id}/', [], answers.bookingDetail),
  get('/reservas/codigo/{codigo}/', [], answers.bookingDetail),
  post('/reservas/{id}/cancelar/', [[], ['motivo', 'codigo']], 200, answers.cancellation),
  // D14
  owner.get('/reservas/', ['estado', 'peluquero_id', ...range, ...pages], answers.businessBookings),
  owner.post('/reservas/{id}/confirmar/', [[], ['motivo']], 200, answers.bookingDetail),
  owner.post('/reservas/{id}/completar/', [[], ['motivo']], 200, answers.bookingDetail),
  owner.post('/reservas/{id}/no-show/', [[], ['motivo']], 200, answers.bookingDetail),
  owner.post('/reservas/{id}/reembolsar/', [[], ['monto']], 200, answers.bookingDetail),

  // D9: the code is a guest's proof
  post(
    '/pagos/intent/',
    [['cliente_id', 'amount', 'type', 'reference_id'], ['codigo']],
    200,
    answers.intent,
  ),
  post('/pagos/confirmar/', [['payment_intent_id'], ['codigo']], 200, answers.confirmation),

  // D11
  post(
    '/auth/registro/',
    [
      ['nombre', 'email', 'password'],
      ['telefono', 'idioma', 'acepta_marketing'],
    ],
    201,
    answers.challenge,
  ),
  post('/auth/login/', [['email'], ['password']], 200, answers.challenge),
  post('/auth/verify-otp/', [['otp_id', 'codigo'], []], 200, answers.signedIn),
  post('/auth/reenviar-otp/', [['otp_id'], []], 200, answers.challenge),
  post('/auth/refresh/', [['refresh_token'], []], 200, answers.signedIn),
  post('/auth/logout/', [[], ['refresh_token']], 200, answers.loggedOut),

  // D12
  customer.get('/cliente/perfil/', [], answers.profile),
  {
    method: 'PUT',
    path: '/cliente/perfil/',
    by: 'customer',
    query: [],
    body: {
      required: [],
      optional: [
        'nombre',
        'telefono',
        'idioma',
        'fecha_nacimiento',
        'acepta_marketing',
        'password',
        'password_actual',
      ],
    },
    status: 200,
    answer: answers.profile,
  },
  {
    method: 'DELETE',
    path: '/cliente/perfil/',
    by: 'customer',
    query: [],
    status: 200,
    answer: answers.erased,
  },
  customer.get('/cliente/exportar/', [], answers.ownRecords),
  customer.get('/cliente/puntos/', [], answers.points),
  customer.get('/cliente/puntos/movimientos/', pages, answers.movements),

  // D25
  get('/puntos/paquetes/', pages, answers.packages),
  customer.post('/pedidos/', [['items'], ['notas']], 201, answers.order),
  customer.get('/pedidos/', pages, answers.orders),
  customer.get('/pedidos/{id}/', [], answers.order),

  // D26
  customer.post(
    '/reservas/{id}/resena/',
    [['valoracion'], ['comentario', 'codigo']],
    201,
    answers.review,
  ),
  get('/peluqueros/{id}/resenas/', pages, answers.reviews),
]
