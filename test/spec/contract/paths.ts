import * as responses from './responses.ts'
import { settingsPaths } from './settings.ts'
import type { Fields } from './shape.ts'

/** One path of the contract: its request and response. */
export interface Path {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Without the prefix /api/v1. */
  path: string
  /**
   * Who may request it: anyone with a key, a signed-in customer, the salon with its secret key, an owner
   * who is signed in.
   */
  by: 'guest' | 'customer' | 'owner' | 'staff'
  query: string[]
  body?: { required: string[]; optional: string[] }
  status: 200 | 201
  response: Fields
}

/** Proofs of access that a path accepts with the key (D9); other paths accept none. */
export const proofs: Record<string, ('nothing' | 'token' | 'code')[]> = {
  'POST /reservas/crear/': ['nothing', 'token'],
  'GET /reservas/{id}/': ['nothing', 'token', 'code'],
  'GET /reservas/codigo/{codigo}/': ['nothing', 'token'],
  'GET /reservas/{id}/cancelacion/': ['nothing', 'token', 'code'],
  'GET /reservas/{id}/mensajes/': ['nothing', 'token', 'code'],
  'PUT /reservas/{id}/mensajes/': ['nothing', 'token'],
  'POST /reservas/{id}/cancelar/': ['nothing', 'token'],
  'POST /reservas/{id}/reprogramar/': ['nothing', 'token'],
  // with `reserva_id` (D37)
  'GET /disponibilidad/{peluquero_id}/{fecha}/': ['nothing', 'token', 'code'],
  'GET /disponibilidad/dias/': ['nothing', 'token', 'code'],
  'POST /reservas/{id}/resena/': ['nothing', 'token'],
  'GET /cliente/reservas/': ['token'],
  'POST /lista-espera/': ['nothing', 'token'],
  'GET /cliente/lista-espera/': ['token'],
  'GET /lista-espera/{id}/': ['nothing', 'token', 'code'],
  'DELETE /lista-espera/{id}/': ['nothing', 'token', 'code'],
  'POST /lista-espera/{id}/aceptar/': ['nothing', 'token'],
  'POST /lista-espera/{id}/rechazar/': ['nothing', 'token'],
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
  'GET /reservas/{id}/condiciones/': ['nothing', 'token', 'code'],
  'POST /pagos/tarjeta/': ['nothing', 'token'],
  'POST /pagos/tarjeta/confirmar/': ['nothing', 'token'],
  // with a secret key alone: all orders of the salon
  'GET /pedidos/': ['nothing', 'token'],
  'GET /pedidos/{id}/': ['nothing', 'token'],
}

const by = (by: Path['by']) => ({
  get: (path: string, query: string[], response: Fields): Path => ({
    method: 'GET',
    path,
    by,
    query,
    status: 200,
    response,
  }),
  post: (
    path: string,
    [required, optional]: Body,
    status: Path['status'],
    response: Fields,
  ): Path => ({
    method: 'POST',
    ...{ path, by, query: [], status, response },
    body: { required, optional },
  }),
})
/** Required and optional fields. */
type Body = [required: string[], optional: string[]]

const { get, post } = by('guest')
const customer = by('customer')
const owner = by('owner')
const staff = by('staff')

/** By a member of staff. */
const deletes = (path: string): Omit<Path, 'response'> => ({
  method: 'DELETE',
  ...{ path, by: 'staff', query: [], status: 200 },
})

const pages = ['page', 'page_size']
const length = ['servicio_id', 'servicios', 'duracion', 'lineas']
const range = ['desde', 'hasta']

/** Paths without an API key. */
export const keyless = ['POST /webhooks/processor/']

/** Paths whose response is no JSON: test/rest/agenda/changes.test.ts and test/rest/downloads read it. */
export const streams = ['GET /agenda/cambios/', 'GET /ajustes/descarga/archivo/']

/** All paths. Every path accepts `lang` (D7), and every list accepts pages (D6). */
export const paths: Path[] = [
  get('/negocio/', [], responses.business),
  get('/negocio/horarios/', pages, responses.openingHours),
  get('/negocio/festivos/', [...range, ...pages], responses.closingDays),
  get(
    '/servicios/',
    ['categoria_id', 'reservable_online', 'destacado', ...pages],
    responses.services,
  ),
  get('/servicios/{id}/', [], responses.serviceDetail),
  get('/categorias/', ['tipo', ...pages], responses.categories),
  get('/peluqueros/', ['servicio_id', 'disponible_hoy', ...pages], responses.professionals),
  get('/peluqueros/{id}/', [], responses.professionalDetail),
  get('/peluqueros/{id}/horario/', [], responses.schedule),
  get('/productos/', ['categoria_id', 'destacado', ...pages], responses.products),

  get('/disponibilidad/{peluquero_id}/{fecha}/', [...length, 'reserva_id'], responses.day),
  get(
    '/disponibilidad/dias/',
    ['peluquero_id', ...length, ...range, ...pages, 'reserva_id'],
    responses.days,
  ),

  post(
    '/reservas/crear/',
    [
      ['fecha', 'hora_inicio'],
      [
        // optional since D32 and D33
        ...['servicio_ids', 'peluquero_id'],
        ...['nombre', 'email', 'telefono', 'notas', 'usar_puntos'],
        // additions of D9, D33 and D36
        ...['por_negocio', 'cliente_id', 'lineas', 'retencion'],
        // of D80 and D79
        ...['repetir', 'origen'],
        // D77
        'mensajes',
      ],
    ],
    201,
    responses.createdBooking,
  ),
  customer.get('/cliente/reservas/', ['estado', ...range, ...pages], responses.customerBookings),
  customer.get('/reservas/{id}/', [], responses.bookingDetail),
  get('/reservas/codigo/{codigo}/', [], responses.bookingDetail),
  post(
    '/reservas/{id}/cancelar/',
    [[], ['motivo', 'codigo', 'nota_interna', 'serie', 'avisar']],
    200,
    responses.cancellation,
  ),
  // D38
  customer.get('/reservas/{id}/cancelacion/', [], responses.cancellationPreview),
  // D77
  customer.get('/reservas/{id}/mensajes/', [], responses.bookingMessages),
  {
    method: 'PUT',
    ...{ path: '/reservas/{id}/mensajes/', by: 'guest', query: [], status: 200 },
    body: { required: ['canales'], optional: ['texto', 'codigo'] },
    response: responses.bookingMessages,
  },
  // D37
  post(
    '/reservas/{id}/reprogramar/',
    [
      ['fecha', 'hora_inicio'],
      ['peluquero_id', 'peluqueros', 'codigo', 'version', 'por_negocio', 'serie', 'avisar'],
    ],
    200,
    responses.changedBooking,
  ),
  // D14
  owner.get(
    '/reservas/',
    ['estado', 'peluquero_id', ...range, ...pages],
    responses.businessBookings,
  ),
  owner.post('/reservas/{id}/confirmar/', [[], ['motivo']], 200, responses.bookingDetail),
  owner.post('/reservas/{id}/completar/', [[], ['motivo']], 200, responses.bookingDetail),
  owner.post('/reservas/{id}/no-show/', [[], ['motivo']], 200, responses.bookingDetail),
  // D54
  {
    method: 'PUT',
    ...{ path: '/reservas/{id}/lineas/', by: 'owner', query: [], status: 200 },
    body: { required: ['lineas', 'version'], optional: ['avisar'] },
    response: responses.changedBooking,
  },
  // D71
  owner.get('/peluqueros/{id}/ausencia/', ['fecha'], responses.absence),
  owner.post(
    '/peluqueros/{id}/ausencia/',
    [['visitas'], ['fecha', 'dia_libre', 'avisar']],
    200,
    responses.settledAbsence,
  ),
  owner.post('/reservas/{id}/llegada/', [[], []], 200, responses.bookingDetail),
  {
    ...deletes('/reservas/{id}/llegada/'),
    by: 'owner',
    response: responses.bookingDetail,
  },
  owner.post('/reservas/{id}/reembolsar/', [[], ['monto']], 200, responses.bookingDetail),

  // D36
  post(
    '/retenciones/',
    [
      ['fecha', 'hora_inicio'],
      ['servicio_ids', 'peluquero_id', 'lineas', 'por_negocio'],
    ],
    201,
    responses.hold,
  ),
  post('/retenciones/{id}/prolongar/', [['token'], []], 200, responses.hold),
  {
    method: 'DELETE',
    path: '/retenciones/{id}/',
    by: 'guest',
    query: [],
    status: 200,
    response: responses.releasedHold,
  },

  // D40
  post(
    '/lista-espera/',
    [
      ['desde', 'hasta'],
      [
        'servicio_ids',
        'peluquero_id',
        'lineas',
        'hora_desde',
        'hora_hasta',
        'nombre',
        'email',
        'telefono',
        'notas',
        'mensajes',
      ],
    ],
    201,
    responses.newWaitlistEntry,
  ),
  owner.get('/lista-espera/', ['estado', ...pages], responses.waitlist),
  customer.get('/cliente/lista-espera/', pages, responses.waitlist),
  customer.get('/lista-espera/{id}/', [], responses.waitlistEntry),
  {
    method: 'DELETE',
    path: '/lista-espera/{id}/',
    by: 'customer',
    query: [],
    status: 200,
    response: responses.leftWaitlist,
  },
  post('/lista-espera/{id}/aceptar/', [[], ['codigo', 'oferta_id']], 201, responses.createdBooking),
  post('/lista-espera/{id}/rechazar/', [[], ['codigo', 'oferta_id']], 200, responses.waitlistEntry),

  // D69
  owner.get('/agenda/', ['fecha', 'dias', 'peluquero_id'], responses.agenda),
  owner.get('/agenda/mes/', ['mes', 'peluquero_id'], responses.agendaMonth),

  // D76
  ...Object.entries(responses.reports).map(([report, response]) =>
    owner.get(`/informes/${report}/`, ['desde', 'hasta', 'grupo', 'formato'], response),
  ),

  // D54
  owner.post(
    '/cobros/',
    [
      ['metodo', 'monto'],
      ['reserva_id', 'pedido_id', 'propina'],
    ],
    201,
    responses.newTillEntry,
  ),
  owner.get(
    '/cobros/',
    ['reserva_id', 'pedido_id', 'metodo', 'persona', 'peluquero_id', 'desde', 'hasta', ...pages],
    responses.tillEntries,
  ),
  owner.post('/cobros/{id}/anular/', [['motivo'], []], 201, responses.newTillEntry),
  owner.post(
    '/ventas/',
    [['items'], ['cliente_id', 'reserva_id', 'nombre', 'notas']],
    201,
    responses.order,
  ),

  // D56
  owner.get(
    '/informes/contabilidad/',
    ['mes', 'despues_de', 'limite', 'formato'],
    responses.bookkeeping,
  ),
  owner.get('/liquidaciones/', ['desde', 'hasta', 'antes_de', 'limite'], responses.payouts),
  owner.get('/liquidaciones/{id}/', ['despues_de', 'limite'], responses.payout),

  // D41
  owner.post(
    '/bloqueos/',
    [
      ['desde', 'hasta', 'motivo'],
      ['peluquero_id', 'recurso', 'unidad'],
    ],
    201,
    responses.block,
  ),
  owner.get(
    '/bloqueos/',
    ['desde', 'hasta', 'peluquero_id', 'recurso', ...pages],
    responses.blocks,
  ),
  {
    method: 'DELETE',
    path: '/bloqueos/{id}/',
    by: 'owner',
    query: [],
    status: 200,
    response: responses.deletedBlock,
  },

  // D74
  owner.get('/clientes/', ['q', 'telefono', ...pages], responses.salonCustomers),
  owner.get('/clientes/{id}/', [], responses.customerCard),
  owner.post(
    '/clientes/',
    [['nombre'], ['email', 'telefono', 'idioma']],
    201,
    responses.newCustomerCard,
  ),
  {
    method: 'PUT',
    path: '/clientes/{id}/',
    by: 'owner',
    query: [],
    body: {
      required: [],
      optional: ['nombre', 'email', 'telefono', 'idioma', 'quitar', 'version'],
    },
    status: 200,
    response: responses.customerCard,
  },

  owner.post('/clientes/{id}/bloquear/', [[], []], 200, responses.newCustomerCard),
  owner.post('/clientes/{id}/desbloquear/', [[], []], 200, responses.newCustomerCard),
  owner.post('/clientes/{id}/puntos/', [['puntos', 'motivo'], []], 201, responses.movement),
  owner.post('/clientes/{id}/fusionar/', [['con'], []], 200, responses.mergedCustomers),
  owner.post('/clientes/{id}/notas/', [['tipo', 'texto'], []], 201, responses.note),
  {
    method: 'PUT',
    path: '/clientes/{id}/notas/{nota}/',
    by: 'owner',
    query: [],
    body: { required: ['texto'], optional: [] },
    status: 200,
    response: responses.note,
  },
  {
    method: 'DELETE',
    path: '/clientes/{id}/notas/{nota}/',
    by: 'owner',
    query: [],
    status: 200,
    response: responses.deletedNote,
  },
  owner.get('/clientes/{id}/alergias/', [], responses.allergies),
  owner.post(
    '/importaciones/',
    [
      ['tipo', 'origen', 'archivo'],
      ['codificacion', 'columnas', 'nombres', 'orden_fechas', 'por_nombre', 'recordar'],
    ],
    201,
    responses.newImport,
  ),
  owner.get('/importaciones/', pages, responses.importPage),
  owner.get('/importaciones/{id}/', [], responses.newImport),
  {
    method: 'DELETE',
    path: '/importaciones/{id}/',
    by: 'owner',
    query: [],
    status: 200,
    response: responses.newImport,
  },
  owner.get('/importaciones/{id}/filas/', ['avisos', ...pages], responses.importRows),
  owner.get('/importaciones/{id}/informe/', [], responses.importReport),
  owner.post(
    '/clientes/{id}/consentimientos/',
    [
      ['tipo', 'otorgado', 'medio'],
      ['texto', 'numero_compartido'],
    ],
    201,
    responses.recordedConsent,
  ),

  // D66
  staff.get(
    '/auditoria/',
    ['desde', 'hasta', 'persona', 'recurso', 'recurso_id', 'antes_de', 'limite'],
    responses.audit,
  ),

  staff.get('/soporte/', pages, responses.supportAccesses),
  ...['aprobar', 'rechazar', 'terminar'].map((verb) =>
    staff.post(`/soporte/{id}/${verb}/`, [[], []], 200, responses.supportAccess),
  ),

  // D42
  owner.get('/eventos/', ['desde', 'limite'], responses.events),
  owner.post(
    '/webhooks/endpoints/',
    [['url'], ['tipos', 'descripcion']],
    201,
    responses.newEndpoint,
  ),
  owner.get('/webhooks/endpoints/', pages, responses.endpoints),
  owner.get('/webhooks/endpoints/{id}/', [], responses.endpoint),
  {
    method: 'PUT',
    path: '/webhooks/endpoints/{id}/',
    by: 'owner',
    query: [],
    body: { required: [], optional: ['url', 'tipos', 'descripcion', 'activo'] },
    status: 200,
    response: responses.endpoint,
  },
  {
    method: 'DELETE',
    path: '/webhooks/endpoints/{id}/',
    by: 'owner',
    query: [],
    status: 200,
    response: responses.deletedEndpoint,
  },
  owner.post('/webhooks/endpoints/{id}/rotar/', [[], []], 200, responses.rotatedSecret),
  owner.post('/webhooks/endpoints/{id}/probar/', [[], []], 201, responses.testDelivery),
  owner.get('/webhooks/endpoints/{id}/entregas/', ['estado', ...pages], responses.deliveries),
  owner.post(
    '/webhooks/endpoints/{id}/entregas/{entrega}/reenviar/',
    [[], []],
    200,
    responses.delivery,
  ),

  // D43
  owner.post('/calendarios/', [[], ['peluquero_id']], 201, responses.createdCalendar),
  owner.get('/calendarios/', [], responses.calendars),
  {
    method: 'DELETE',
    path: '/calendarios/{id}/',
    by: 'owner',
    query: [],
    status: 200,
    response: responses.revokedCalendar,
  },

  // D9: the code is a guest's proof; D47: the terms of the card that is saved
  post(
    '/pagos/intent/',
    [
      ['cliente_id', 'amount', 'type', 'reference_id'],
      ['codigo', 'condiciones'],
    ],
    200,
    responses.intent,
  ),
  post('/pagos/confirmar/', [['payment_intent_id'], ['codigo']], 200, responses.confirmation),

  // D50
  customer.get('/reservas/{id}/condiciones/', [], responses.cardPolicy),
  post(
    '/pagos/tarjeta/',
    [['reference_id', 'cliente_id', 'condiciones'], ['codigo']],
    200,
    responses.cardIntent,
  ),
  post('/pagos/tarjeta/confirmar/', [['setup_intent_id'], ['codigo']], 200, responses.savedCard),
  // D51
  owner.post('/reservas/{id}/cargo/', [['motivo'], ['monto']], 200, responses.fee),
  owner.post('/reservas/{id}/cargo/perdonar/', [[], []], 200, responses.fee),

  // D11
  post(
    '/auth/registro/',
    [
      ['nombre', 'email', 'password'],
      ['telefono', 'idioma', 'acepta_marketing'],
    ],
    201,
    responses.challenge,
  ),
  post('/auth/login/', [['email'], ['password']], 200, responses.challenge),
  post('/auth/verify-otp/', [['otp_id', 'codigo'], []], 200, responses.signedIn),
  post('/auth/reenviar-otp/', [['otp_id'], []], 200, responses.challenge),
  post('/auth/refresh/', [['refresh_token'], []], 200, responses.signedIn),
  post('/auth/logout/', [[], ['refresh_token']], 200, responses.loggedOut),

  // D12
  customer.get('/cliente/perfil/', [], responses.profile),
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
    response: responses.profile,
  },
  {
    method: 'DELETE',
    path: '/cliente/perfil/',
    by: 'customer',
    query: [],
    status: 200,
    response: responses.erased,
  },
  customer.get('/cliente/exportar/', [], responses.ownRecords),
  customer.get('/cliente/puntos/', [], responses.points),
  customer.get('/cliente/puntos/movimientos/', pages, responses.movements),

  // D25
  get('/puntos/paquetes/', pages, responses.packages),
  customer.post('/pedidos/', [['items'], ['notas']], 201, responses.order),
  customer.get('/pedidos/', ['cliente_id', 'por_cobrar', ...pages], responses.orders),
  customer.get('/pedidos/{id}/', [], responses.order),

  // D26
  customer.post(
    '/reservas/{id}/resena/',
    [['valoracion'], ['comentario', 'codigo']],
    201,
    responses.review,
  ),
  get('/peluqueros/{id}/resenas/', pages, responses.reviews),

  // D67
  ...settingsPaths,

  // D66
  staff.get('/personal/', ['estado', ...pages], responses.people),
  staff.get('/personal/{id}/', [], responses.person),
  staff.post(
    '/personal/',
    [
      ['nombre', 'email', 'rol'],
      ['peluquero_id', 'idioma'],
    ],
    201,
    responses.invitedPerson,
  ),
  {
    method: 'PUT',
    path: '/personal/{id}/',
    by: 'staff',
    query: [],
    body: {
      required: [],
      optional: [
        ...['nombre', 'rol', 'peluquero_id', 'idioma', 'permisos_extra', 'permisos_retirados'],
        ...['quitar', 'version'],
      ],
    },
    status: 200,
    response: responses.person,
  },
  { ...deletes('/personal/{id}/'), response: responses.person },
  staff.post('/personal/{id}/invitacion/', [[], []], 200, responses.invitedPerson),
  staff.get('/personal/{id}/sesiones/', pages, responses.staffSessions),
  { ...deletes('/personal/{id}/sesiones/{sesion}/'), response: responses.endedStaffSession },
  { ...deletes('/personal/{id}/sesiones/'), response: responses.endedStaffSessions },
]
