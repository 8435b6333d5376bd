import { policies } from './policies.ts'
import { anyListOf, emptyListOf, type Fields, listOf, maybe, oneOf, orNull } from './shape.ts'

/*
 * The response of each path in the contract. Fields under a D-number are additions of this project
 * (docs/spec-gaps.md).
 */

const status: Fields = {
  page: 'integer',
  page_size: 'integer',
  total_items: 'integer',
  total_pages: 'integer',
  has_next: 'boolean',
  has_prev: 'boolean',
}
/** D6: named lists have it only when a page was requested, lists of `items` always. */
const pagination = maybe(status)
const pagesOf = (item: Fields): Fields => ({ items: listOf(item), pagination: status })

export const business: Fields = {
  id: 'uuid',
  nombre: 'text',
  descripcion: 'text',
  email: 'text',
  telefono: 'text',
  telefono_formateado: 'text',
  direccion: { calle: 'text', ciudad: 'text', codigo_postal: 'text', pais: 'text' },
  coordenadas: { lat: 'number', lng: 'number' },
  logo_url: 'text',
  imagen_portada_url: 'text',
  // the booking page and the widget
  marca: { color: orNull('text') },
  redes_sociales: { instagram: 'text', facebook: 'text', website: 'text' },
  configuracion: {
    moneda: oneOf('EUR', 'USD', 'GBP', 'AED'),
    simbolo_moneda: 'text',
    timezone: 'text',
    idioma_principal: oneOf('es', 'en', 'ar'),
    acepta_pagos_online: 'boolean',
    requiere_pago_anticipado: 'boolean',
    tiempo_cancelacion_horas: 'integer',
    puntos_activo: 'boolean',
    // D13, D15
    telefono_obligatorio: 'boolean',
    antelacion_maxima_dias: 'integer',
    antelacion_minima_minutos: 'integer',
    intervalo_minutos: 'integer',
    // D77
    canales_mensajes: listOf(oneOf('whatsapp', 'sms')),
    // D37
    tiempo_reprogramacion_horas: 'integer',
    reprogramaciones_maximas: 'integer',
    // D38, D39
    ...policies,
  },
  // D20
  pagos: orNull({
    processor_publishable_key: 'text',
    processor_account_id: 'text',
    processor_script_url: 'text',
  }),
  estadisticas: {
    servicios_count: 'integer',
    profesionales_count: 'integer',
    valoracion_media: 'number',
    total_resenas: 'integer',
  },
}

const dayOfWeek: Fields = { dia: 'integer', dia_nombre: 'text' }

const openingDay: Fields = {
  ...dayOfWeek,
  abierto: 'boolean',
  apertura: orNull('time'),
  cierre: orNull('time'),
  descanso_inicio: orNull('time'),
  descanso_fin: orNull('time'),
}

export const openingHours: Fields = {
  horarios: listOf(openingDay),
  timezone: 'text',
  pagination,
}

const closingDay: Fields = {
  fecha: 'date',
  motivo: 'text',
  todo_el_dia: 'boolean',
  // D5
  desde_hora: maybe('time'),
  hasta_hora: maybe('time'),
}

export const closingDays: Fields = {
  festivos: listOf(closingDay),
  pagination,
}

/** D34. */
const phases = listOf({ tipo: oneOf('trabajo', 'espera'), minutos: 'integer' })

const service: Fields = {
  id: 'integer',
  nombre: 'text',
  descripcion: 'text',
  duracion_minutos: 'integer',
  precio: 'money',
  precio_oferta: orNull('money'),
  puntos_otorga: 'integer',
  puntos_canjea: 'integer',
  imagen_url: 'text',
  reservable_online: 'boolean',
  destacado: 'boolean',
  // D34: the buffer for the secret key only; D35
  fases: phases,
  margen_minutos: maybe('integer'),
  recursos: listOf('text'),
}

export const services: Fields = {
  servicios: listOf({
    ...service,
    categoria: { id: 'integer', nombre: 'text' },
    profesionales_ids: listOf('integer'),
  }),
  total: 'integer',
  moneda: 'text',
  simbolo_moneda: 'text',
  pagination,
}

export const serviceDetail: Fields = {
  ...service,
  categoria: { id: 'integer', nombre: 'text', descripcion: 'text' },
  galeria: listOf('text'),
  profesionales: listOf({ id: 'integer', nombre: 'text', imagen_url: orNull('text') }),
  servicios_relacionados: listOf({ id: 'integer', nombre: 'text', precio: 'money' }),
}

export const categories: Fields = {
  categorias: listOf({
    id: 'integer',
    nombre: 'text',
    descripcion: 'text',
    imagen_url: orNull('text'),
    orden: 'integer',
    servicios_count: 'integer',
  }),
  pagination,
}

const professional: Fields = {
  id: 'integer',
  nombre: 'text',
  cargo: 'text',
  bio: 'text',
  imagen_url: orNull('text'),
  especialidades: listOf('text'),
  valoracion_media: 'number',
  total_resenas: 'integer',
  servicios_ids: listOf('integer'),
}

export const professionals: Fields = {
  profesionales: listOf(professional),
  total: 'integer',
  pagination,
}

/** D26. */
export const review: Fields = {
  id: 'integer',
  cliente_nombre: 'text',
  valoracion: 'integer',
  comentario: 'text',
  fecha: 'date',
}

export const reviews: Fields = pagesOf(review)

export const professionalDetail: Fields = {
  ...professional,
  galeria: listOf('text'),
  servicios: listOf({
    id: 'integer',
    nombre: 'text',
    precio: 'money',
    duracion_minutos: 'integer',
    // D34
    fases: phases,
  }),
  horario: listOf({
    ...dayOfWeek,
    trabaja: 'boolean',
    desde: orNull('time'),
    hasta: orNull('time'),
  }),
  resenas_recientes: listOf(review),
}

const shifts = listOf({ desde: 'time', hasta: 'time' })

export const schedule: Fields = {
  profesional_id: 'integer',
  nombre: 'text',
  horario_semanal: listOf({ ...dayOfWeek, trabaja: 'boolean', turnos: shifts }),
  // D7b
  excepciones: listOf({ fecha: 'date', motivo: 'text', trabaja: 'boolean', turnos: maybe(shifts) }),
}

export const day: Fields = {
  fecha: 'date',
  profesional: { id: 'integer', nombre: 'text' },
  duracion_solicitada: 'integer',
  slots: listOf({
    hora_inicio: 'time',
    hora_fin: 'time',
    disponible: 'boolean',
    motivo: maybe(oneOf('ocupado', 'pasado')),
  }),
  slots_disponibles_count: 'integer',
  proximo_disponible: orNull('time'),
  ultimo_disponible: orNull('time'),
  // D13
  aviso: maybe({ code: oneOf('PROFESSIONAL_NOT_WORKING', 'BUSINESS_CLOSED'), message: 'text' }),
}

export const days: Fields = {
  desde: 'date',
  hasta: 'date',
  dias: listOf({
    fecha: 'date',
    disponible: 'boolean',
    slots_libres: 'integer',
    primer_slot: maybe('time'),
    ultimo_slot: maybe('time'),
    motivo: maybe(
      oneOf('completo', 'festivo', 'cerrado', 'no_trabaja', 'pasado', 'fuera_de_plazo'),
    ),
  }),
  dias_disponibles_count: 'integer',
  pagination,
}

/** D20, D17; the payment that counts when there are several. */
const paymentState = oneOf(
  'pendiente',
  'procesando',
  'completado',
  'fallido',
  'cancelado',
  'reembolsado',
  'reembolsado_parcial',
  'disputado',
  'revision',
)
const payment = orNull({ estado: paymentState, monto: 'money' })
const refundState = ['pendiente', 'completado', 'fallido']
const refund: Fields = {
  aplica: 'boolean',
  monto: 'money',
  estado: oneOf('no_aplica', ...refundState),
}

const bookingState = oneOf('pendiente', 'confirmada', 'completada', 'cancelada', 'no_show')
const contact: Fields = { id: 'integer', nombre: 'text', email: 'text', telefono: 'text' }

const bookedService: Fields = {
  id: 'integer',
  nombre: 'text',
  precio: 'money',
  duracion_minutos: 'integer',
  // D33
  profesional: { id: 'integer', nombre: 'text' },
  hora_inicio: 'time',
  hora_fin: 'time',
}

const visit: Fields = {
  id: 'integer',
  codigo: 'text',
  fecha: 'date',
  hora_inicio: 'time',
  hora_fin: 'time',
  servicios: listOf(bookedService),
  profesional: { id: 'integer', nombre: 'text' },
}

export const createdBooking: Fields = {
  ...visit,
  // D32
  asignado_por: oneOf('cliente', 'negocio', 'sistema'),
  cliente: contact,
  subtotal: 'money',
  descuento: 'money',
  total: 'money',
  moneda: 'text',
  estado: bookingState,
  pago_requerido: 'boolean',
  pago_pendiente: 'boolean',
  puntos_ganados: 'integer',
  created_at: 'moment',
  // D4
  total_centimos: 'integer',
}

/** D16. */
const till: Fields = {
  cobrado: 'money',
  propinas: 'money',
  por_cobrar: 'money',
  por_devolver: 'money',
}

export const tillEntry: Fields = {
  id: 'integer',
  reserva_id: orNull('integer'),
  pedido_id: orNull('integer'),
  codigo: 'text',
  cliente_id: 'integer',
  metodo: oneOf('efectivo', 'tarjeta', 'otro'),
  monto: 'money',
  propina: 'money',
  moneda: 'text',
  anula_id: orNull('integer'),
  anulado_por_id: orNull('integer'),
  motivo: 'text',
  quien: {
    tipo: oneOf('persona', 'clave', 'soporte', 'plataforma'),
    id: orNull('integer'),
    nombre: 'text',
  },
  created_at: 'moment',
}

export const newTillEntry: Fields = { ...tillEntry, por_cobrar: 'money' }

export const tillEntries: Fields = pagesOf(tillEntry)

const payoutFields: Fields = {
  id: 'integer',
  referencia: 'text',
  estado: oneOf('pendiente', 'en_camino', 'pagada', 'fallida', 'cancelada'),
  monto: 'money',
  moneda: 'text',
  llegada: 'date',
  motivo_fallo: 'text',
  creado_en: 'moment',
}

/** D56. */
export const payouts: Fields = { items: listOf(payoutFields), siguiente: orNull('text') }

export const payout: Fields = {
  ...payoutFields,
  desglose: {
    lineas: 'integer',
    bruto: 'money',
    reembolsado: 'money',
    disputado: 'money',
    otros: 'money',
    comision_procesador: 'money',
    comision_plataforma: 'money',
    neto: 'money',
  },
  items: listOf({
    id: 'integer',
    tipo: oneOf(
      'pago',
      'reembolso',
      'reembolso_fallido',
      'disputa',
      'disputa_ganada',
      'comision',
      'liquidacion',
      'liquidacion_fallida',
      'otro',
    ),
    descripcion: 'text',
    pago_id: orNull('integer'),
    reserva_id: orNull('integer'),
    pedido_id: orNull('integer'),
    codigo: 'text',
    bruto: 'money',
    comision_procesador: 'money',
    comision_plataforma: 'money',
    neto: 'money',
    moneda: 'text',
    creado_en: 'moment',
  }),
  siguiente: orNull('text'),
}

export const bookkeeping: Fields = {
  items: listOf({
    fecha: 'date',
    tipo: oneOf(
      ...['pago', 'senal', 'cargo', 'pago_propio', 'reembolso', 'reembolso_fallido', 'disputa'],
      ...['disputa_ganada', 'comision', 'liquidacion_fallida', 'ajuste', 'cobro', 'cobro_anulado'],
    ),
    concepto: 'text',
    codigo: 'text',
    metodo: oneOf('online', 'efectivo', 'tarjeta', 'otro'),
    bruto: 'money',
    comision_procesador: 'money',
    comision_plataforma: 'money',
    reembolso: 'money',
    disputa: 'money',
    neto: 'money',
    propina: 'money',
    iva: orNull('money'),
    liquidacion: orNull('text'),
    moneda: 'text',
  }),
  siguiente: orNull('text'),
}

export const bookingDetail: Fields = {
  ...createdBooking,
  // D80
  serie: orNull('integer'),
  notas: 'text',
  puede_cancelar: 'boolean',
  cancelable_hasta: 'moment',
  puede_reprogramar: 'boolean',
  reprogramable_hasta: 'moment',
  inicio: 'moment',
  fin: 'moment',
  timezone: 'text',
  motivo_cancelacion: orNull('text'),
  nota_interna: orNull('text'),
  cancelada_en: orNull('moment'),
  cancelada_por: orNull(oneOf('cliente', 'negocio', 'sistema')),
  pago: payment,
  // D46
  pagos: anyListOf({
    id: 'integer',
    concepto: oneOf('total', 'senal', 'cargo'),
    estado: paymentState,
    monto: 'money',
    reembolsado: 'money',
  }),
  // D39
  senal: orNull('money'),
  // D50
  garantia: orNull({ no_show: 'money', cancelacion_tardia: 'money' }),
  // D51
  cargo: orNull({
    motivo: oneOf('no_show', 'cancelacion_tardia'),
    monto: 'money',
    estado: oneOf('solicitado', 'cobrado', 'accion', 'fallido', 'perdonado'),
    enlace_hasta: orNull('moment'),
  }),
  a_pagar_ahora: 'integer',
  resto: 'money',
  // D54
  caja: till,
  reembolso: orNull(refund),
  // D71
  llegada_en: orNull('moment'),
  // D79
  origen: orNull('text'),
  puntos_usados: 'integer',
  expira_en: orNull('moment'),
  version: 'integer',
  updated_at: 'moment',
}

const freeTimes = listOf({ fecha: 'date', hora_inicio: 'time', peluquero_id: 'integer' })

/** D71. */
export const absence: Fields = {
  visitas: listOf({
    reserva: bookingDetail,
    posible: 'boolean',
    profesionales: listOf({ id: 'integer', nombre: 'text' }),
    codigo_motivo: orNull('text'),
    alternativas: freeTimes,
  }),
}
export const settledAbsence: Fields = {
  visitas: listOf({
    reserva_id: 'integer',
    accion: oneOf('mover', 'cancelar'),
    codigo: orNull('text'),
    estado: orNull(oneOf('pendiente', 'confirmada', 'cancelada')),
    fecha: orNull('date'),
    hora_inicio: orNull('time'),
    profesionales: listOf({ id: 'integer', nombre: 'text' }),
    total: orNull('money'),
    version: orNull('integer'),
    reembolso: 'money',
    codigo_motivo: orNull('text'),
    alternativas: freeTimes,
  }),
  dia_libre: orNull({ guardado: 'boolean', codigo_motivo: orNull('text') }),
  simulado: 'boolean',
}

export const intent: Fields = {
  client_secret: 'text',
  payment_intent_id: 'text',
  amount: 'integer',
  currency: oneOf('eur', 'usd', 'gbp', 'aed'),
  processor_publishable_key: 'text',
  customer_id: 'text',
  // D20
  processor_account_id: 'text',
}

// D50
export const cardPolicy: Fields = {
  version: 'text',
  texto: 'text',
  idioma: 'text',
  no_show: 'money',
  cancelacion_tardia: 'money',
  moneda: 'text',
  gratis_hasta: 'moment',
  hasta: 'moment',
}

export const cardIntent: Fields = {
  client_secret: 'text',
  setup_intent_id: 'text',
  processor_publishable_key: 'text',
  processor_account_id: 'text',
  customer_id: 'text',
}

export const savedCard: Fields = {
  estado: oneOf('pendiente', 'guardada', 'caducada', 'retirada'),
  marca: 'text',
  ultimos4: 'text',
  caduca: orNull('date'),
}

// D51
export const fee: Fields = {
  pago_id: 'integer',
  motivo: oneOf('no_show', 'cancelacion_tardia'),
  monto: 'money',
  estado: oneOf('solicitado', 'cobrado', 'accion', 'fallido', 'perdonado'),
  enlace_hasta: orNull('moment'),
}

export const confirmation: Fields = {
  pago_id: 'integer',
  estado: paymentState,
  monto: 'money',
  moneda: oneOf('EUR', 'USD', 'GBP', 'AED'),
  reserva_actualizada: 'boolean',
  puntos_otorgados: 'integer',
  recibo_url: 'text',
}

export const cancellation: Fields = {
  id: 'integer',
  estado: oneOf('cancelada'),
  cancelada_en: 'moment',
  reembolso: refund,
}

export const cancellationPreview: Fields = {
  puede: 'boolean',
  codigo_motivo: orNull(oneOf('CANNOT_CANCEL', 'CANCELLATION_DEADLINE_PASSED')),
  limite: 'moment',
  reembolso: { aplica: 'boolean', monto: 'money' },
  puntos_devueltos: 'integer',
  // D51
  cargo_posible: 'money',
}

export const bookingMessages: Fields = {
  disponibles: listOf(oneOf('whatsapp', 'sms')),
  canales: listOf(oneOf('whatsapp', 'sms')),
  telefono: 'text',
}

export const customerBookings: Fields = {
  reservas: listOf({
    ...visit,
    total: 'money',
    estado: bookingState,
    puede_cancelar: 'boolean',
    // D4
    total_centimos: 'integer',
    moneda: 'text',
  }),
  proxima_reserva: orNull({ id: 'integer', fecha: 'date', hora_inicio: 'time' }),
  total: 'integer',
  // D6
  pagination,
}

/** D14. */
/** D36. */
export const hold: Fields = {
  id: 'integer',
  token: 'text',
  expira_en: 'moment',
  fecha: 'date',
  hora_inicio: 'time',
  hora_fin: 'time',
  servicios: listOf(bookedService),
  profesional: { id: 'integer', nombre: 'text' },
  subtotal: 'money',
  descuento: 'money',
  total: 'money',
  a_pagar_ahora: 'integer',
  // D39
  resto: 'money',
  pago_requerido: 'boolean',
  senal: orNull('money'),
  // D50
  garantia: orNull({ no_show: 'money', cancelacion_tardia: 'money' }),
  moneda: 'text',
}

export const releasedHold: Fields = { id: 'integer', estado: oneOf('liberada') }

const waitlistState = oneOf('esperando', 'ofrecida', 'aceptada', 'caducada', 'retirada')

/** D40. */
export const newWaitlistEntry: Fields = { id: 'integer', codigo: 'text', estado: waitlistState }

export const leftWaitlist: Fields = { id: 'integer', estado: waitlistState }

export const waitlistEntry: Fields = {
  ...newWaitlistEntry,
  servicios: listOf({ id: 'integer', nombre: 'text' }),
  profesional: orNull({ id: 'integer', nombre: 'text' }),
  lineas: orNull(listOf({ servicio_id: 'integer', peluquero_id: 'integer' })),
  desde: 'date',
  hasta: 'date',
  hora_desde: orNull('time'),
  hora_hasta: orNull('time'),
  cliente: { nombre: 'text', email: 'text', telefono: 'text' },
  notas: 'text',
  oferta: orNull({
    id: 'integer',
    fecha: 'date',
    hora_inicio: 'time',
    hora_fin: 'time',
    profesional: { id: 'integer', nombre: 'text' },
    expira_en: 'moment',
  }),
  reserva_id: orNull('integer'),
  created_at: 'moment',
  updated_at: 'moment',
}

export const waitlist: Fields = { items: listOf(waitlistEntry), pagination }

/** D41. */
export const block: Fields = {
  id: 'integer',
  profesional: orNull({ id: 'integer', nombre: 'text' }),
  recurso: orNull({ identificador: 'text', nombre: 'text' }),
  unidad: orNull('integer'),
  desde: 'text',
  hasta: 'text',
  inicio: 'moment',
  fin: 'moment',
  motivo: 'text',
  created_at: 'moment',
}

export const blocks: Fields = pagesOf(block)

export const deletedBlock: Fields = { id: 'integer', borrado_en: 'moment' }

const span: Fields = {
  fecha: 'date',
  hora_inicio: 'time',
  hora_fin: 'time',
  inicio: 'moment',
  fin: 'moment',
}

const agendaService: Fields = {
  id: 'integer',
  nombre: 'text',
  profesional_id: 'integer',
  tramos: listOf({ tipo: oneOf('trabajo', 'espera', 'margen'), ...span }),
  recursos: listOf({ identificador: 'text', nombre: 'text', unidad: 'integer' }),
}

/** D69. */
export const agenda: Fields = {
  posicion: 'integer',
  timezone: 'text',
  moneda: 'text',
  dias: listOf({
    fecha: 'date',
    inicio: 'moment',
    fin: 'moment',
    tipo: oneOf('abierto', 'cerrado', 'festivo'),
    horario: openingDay,
    cierres: listOf(closingDay),
    abierto: shifts,
    profesionales: listOf({ profesional_id: 'integer', turnos: shifts }),
  }),
  profesionales: listOf({ id: 'integer', nombre: 'text', activo: 'boolean' }),
  reservas: listOf({
    id: 'integer',
    codigo: 'text',
    estado: oneOf('pendiente', 'confirmada', 'completada', 'no_show'),
    version: 'integer',
    ...span,
    cliente: { id: 'integer', nombre: 'text', email: orNull('text'), telefono: orNull('text') },
    servicios: listOf(agendaService),
    total: 'money',
    pago: payment,
    pago_pendiente: 'boolean',
    a_pagar_ahora: 'integer',
    resto: 'money',
    por_cobrar: 'money',
    expira_en: orNull('moment'),
    llegada_en: orNull('moment'),
    primera_visita: 'boolean',
    tiene_notas: 'boolean',
  }),
  bloqueos: listOf(block),
  retenciones: listOf({
    id: 'integer',
    expira_en: 'moment',
    ...span,
    servicios: listOf(agendaService),
  }),
}

export const agendaMonth: Fields = {
  posicion: 'integer',
  mes: 'text',
  timezone: 'text',
  dias: listOf({
    fecha: 'date',
    tipo: oneOf('abierto', 'cerrado', 'festivo'),
    reservas: 'integer',
    pendientes: 'integer',
    minutos_ocupados: 'integer',
    minutos_trabajo: 'integer',
  }),
}

const report = (
  figures: Fields,
  groups = ['dia', 'semana', 'mes', 'peluquero', 'servicio'],
): Fields => ({
  desde: 'date',
  hasta: 'date',
  grupo: oneOf(...groups),
  timezone: 'text',
  moneda: 'text',
  filas: listOf({
    desde: 'date',
    hasta: 'date',
    id: orNull('integer'),
    nombre: orNull('text'),
    ...figures,
  }),
  total: figures,
})

/** D76, by the last step of their paths. */
export const reports: Record<string, Fields> = {
  caja: report(
    {
      reservas: 'money',
      pedidos: 'money',
      paquetes: 'money',
      cobrado: 'money',
      devuelto: 'money',
      disputado: 'money',
      // D54
      efectivo: 'money',
      tarjeta: 'money',
      otro: 'money',
      mostrador: 'money',
      neto: 'money',
      propinas: 'money',
      descuentos: 'money',
    },
    ['dia', 'semana', 'mes', 'peluquero', 'servicio', 'persona'],
  ),
  citas: report({
    citas: 'integer',
    pendientes: 'integer',
    confirmadas: 'integer',
    completadas: 'integer',
    no_show: 'integer',
    canceladas: 'integer',
    importe: 'money',
    importe_previsto: 'money',
    descuento: 'money',
    media: orNull('money'),
    puntos_usados: orNull('integer'),
  }),
  ocupacion: report(
    {
      minutos_trabajo: 'integer',
      minutos_reservados: 'integer',
      ocupacion: orNull('number'),
    },
    ['dia', 'semana', 'mes', 'peluquero'],
  ),
  ausencias: report({
    completadas: 'integer',
    no_show: 'integer',
    tasa_no_show: orNull('number'),
    canceladas_cliente: 'integer',
    canceladas_negocio: 'integer',
    canceladas_tarde: 'integer',
    importe_perdido: 'money',
  }),
  clientes: report(
    {
      citas: 'integer',
      clientes: 'integer',
      nuevos: 'integer',
      recurrentes: 'integer',
    },
    ['dia', 'semana', 'mes', 'peluquero'],
  ),
  servicios: report({
    realizados: 'integer',
    importe: 'money',
    descuento: 'money',
    previstos: 'integer',
    importe_previsto: 'money',
  }),
}

/** D42. */
export const events: Fields = {
  items: listOf({
    posicion: 'integer',
    id: 'text',
    tipo: 'text',
    creado_en: 'moment',
    version: 'text',
    datos: 'object',
  }),
  siguiente: 'integer',
}

/** D66. */
export const supportAccess: Fields = {
  id: 'integer',
  estado: oneOf('solicitado', 'aprobado', 'rechazado', 'caducado', 'terminado'),
  solicitado_por: 'text',
  motivo: 'text',
  alcance: oneOf('lectura', 'escritura'),
  emergencia: 'boolean',
  solicitado_en: 'moment',
  aprobado_en: orNull('moment'),
  aprobado_por: orNull('text'),
  entrada_en: orNull('moment'),
  caduca_en: 'moment',
  terminado_en: orNull('moment'),
  terminado_por: orNull('text'),
}

export const supportAccesses: Fields = pagesOf(supportAccess)

/** D66. */
export const audit: Fields = {
  items: listOf({
    id: 'integer',
    creado_en: 'moment',
    quien: { tipo: 'text', id: orNull('integer'), nombre: 'text' },
    operacion: 'text',
    recurso: { tipo: orNull('text'), id: orNull('integer') },
    cambios: listOf({
      parte: 'text',
      tipo: 'text',
      identificador: 'text',
      campos: listOf({ campo: 'text', antes: 'text', despues: 'text' }),
    }),
    detalle: 'object',
    dispositivo: 'text',
  }),
  siguiente: orNull('text'),
}

/** D43. */
const calendar: Fields = {
  id: 'integer',
  profesional: orNull({ id: 'integer', nombre: 'text' }),
  created_at: 'moment',
}

export const createdCalendar: Fields = { ...calendar, url: 'text' }

export const calendars: Fields = { items: listOf(calendar) }

export const revokedCalendar: Fields = { id: 'integer', revocado_en: 'moment' }

/** D42. */
export const endpoint: Fields = {
  id: 'integer',
  url: 'text',
  tipos: listOf('text'),
  descripcion: 'text',
  activo: 'boolean',
  fallando_desde: orNull('moment'),
  desactivado_en: orNull('moment'),
  creado_en: 'moment',
  actualizado_en: 'moment',
}

export const newEndpoint: Fields = { ...endpoint, secreto: 'text' }

export const endpoints: Fields = pagesOf(endpoint)

export const deletedEndpoint: Fields = { id: 'integer', borrado_en: 'moment' }

export const rotatedSecret: Fields = {
  id: 'integer',
  secreto: 'text',
  anterior_valido_hasta: 'moment',
}

const attempt: Fields = {
  fecha: 'moment',
  status: orNull('integer'),
  error: orNull('text'),
  duracion_ms: 'integer',
  respuesta: 'text',
}

export const delivery: Fields = {
  id: 'integer',
  evento_id: 'text',
  tipo: 'text',
  estado: oneOf('pendiente', 'entregada', 'fallida'),
  intentos: listOf(attempt),
  proximo_intento: orNull('moment'),
  creado_en: 'moment',
}

export const testDelivery: Fields = { ...delivery, intentos: emptyListOf(attempt) }

export const deliveries: Fields = pagesOf(delivery)

/** D37, D44. */
export const changedBooking: Fields = { ...bookingDetail, simulado: 'boolean' }

export const businessBookings: Fields = pagesOf(bookingDetail)

/** D11. */
export const challenge: Fields = {
  otp_requerido: 'boolean',
  otp_id: 'text',
  canal: oneOf('email'),
  expira_en: 'moment',
}

export const signedIn: Fields = {
  access_token: 'text',
  refresh_token: 'text',
  token_type: oneOf('Bearer'),
  expires_in: 'integer',
  refresh_expires_in: 'integer',
  cliente: { id: 'integer', nombre: 'text', email: 'text' },
}

export const loggedOut: Fields = { sesion_cerrada: 'boolean' }

/** D12, for points. */
export const profile: Fields = {
  ...contact,
  idioma: oneOf('es', 'en', 'ar'),
  fecha_nacimiento: orNull('date'),
  acepta_marketing: 'boolean',
  email_verificado: 'boolean',
  puntos_saldo: 'integer',
  reservas_totales: 'integer',
  created_at: 'moment',
}

export const erased: Fields = { id: 'integer', borrado_en: 'moment' }

const pointsPackages = listOf({ id: 'integer', nombre: 'text', puntos: 'integer', precio: 'money' })

export const movement: Fields = {
  id: 'integer',
  tipo: oneOf('ganado', 'canjeado', 'comprado', 'revertido', 'ajuste'),
  puntos: 'integer',
  saldo_posterior: 'integer',
  concepto: 'text',
  reserva_id: orNull('integer'),
  created_at: 'moment',
}

export const points: Fields = {
  saldo: 'integer',
  puntos_activo: 'boolean',
  movimientos: listOf(movement),
  paquetes: pointsPackages,
}

export const movements: Fields = pagesOf(movement)

/** D25, for orders. */
export const packages: Fields = {
  paquetes: pointsPackages,
  total: 'integer',
  moneda: 'text',
  simbolo_moneda: 'text',
  pagination,
}

export const products: Fields = {
  productos: listOf({
    id: 'integer',
    nombre: 'text',
    descripcion: 'text',
    precio: 'money',
    precio_oferta: orNull('money'),
    imagen_url: orNull('text'),
    categoria: { id: 'integer', nombre: 'text' },
    stock_disponible: orNull('integer'),
    destacado: 'boolean',
    puntos_otorga: 'integer',
  }),
  total: 'integer',
  moneda: 'text',
  simbolo_moneda: 'text',
  pagination,
}

export const order: Fields = {
  id: 'integer',
  codigo: 'text',
  estado: oneOf('pendiente', 'pagado', 'entregado', 'cancelado', 'reembolsado'),
  cliente: contact,
  items: listOf({
    producto_id: 'integer',
    nombre: 'text',
    cantidad: 'integer',
    precio: 'money',
    precio_oferta: orNull('money'),
    total: 'money',
  }),
  subtotal: 'money',
  descuento: 'money',
  total: 'money',
  total_centimos: 'integer',
  moneda: 'text',
  // D20
  pago: payment,
  a_pagar_ahora: 'integer',
  // D54
  caja: till,
  reembolso: orNull(refund),
  puntos_ganados: 'integer',
  notas: 'text',
  expira_en: orNull('moment'),
  version: 'integer',
  created_at: 'moment',
  updated_at: 'moment',
}

export const orders: Fields = pagesOf(order)

const customerNote: Fields = {
  id: 'integer',
  tipo: oneOf('nota', 'formula', 'preferencia', 'alergia'),
  texto: orNull('text'),
  created_at: 'moment',
  updated_at: 'moment',
}
const consent: Fields = {
  id: 'integer',
  tipo: oneOf('marketing', 'salud', 'sms', 'whatsapp'),
  otorgado: 'boolean',
  medio: oneOf('presencial', 'papel', 'telefono', 'email', 'web', 'respuesta', 'reasignado'),
  texto: 'text',
  telefono: 'text',
  created_at: 'moment',
}
export const ownRecords: Fields = {
  perfil: profile,
  reservas: listOf(bookingDetail),
  pedidos: listOf(order),
  movimientos: listOf(movement),
  pagos: listOf({
    id: 'integer',
    type: oneOf('booking', 'order', 'points'),
    reference_id: 'integer',
    estado: paymentState,
    monto: 'money',
    moneda: 'text',
    recibo_url: 'text',
    reembolsos: listOf({ monto: 'money', estado: oneOf(...refundState), created_at: 'moment' }),
    created_at: 'moment',
  }),
  // D50
  tarjetas: anyListOf({
    id: 'integer',
    reserva_id: 'integer',
    ...savedCard,
    condiciones: {
      version: 'text',
      texto: 'text',
      idioma: 'text',
      no_show: 'money',
      cancelacion_tardia: 'money',
      moneda: 'text',
      aceptadas_en: 'moment',
      direccion_ip: orNull('text'),
    },
    created_at: 'moment',
  }),
  // D54
  cobros: anyListOf(tillEntry),
  resenas: listOf({
    id: 'integer',
    reserva_id: 'integer',
    peluquero_id: 'integer',
    valoracion: 'integer',
    comentario: 'text',
    fecha: 'date',
  }),
  sesiones: listOf({ iniciada_en: 'moment', cerrada_en: orNull('moment') }),
  correos: listOf({ tipo: 'text', asunto: 'text', created_at: 'moment' }),
  // D77
  mensajes: listOf({
    ...{ tipo: 'text', canal: 'text', telefono: 'text', estado: 'text' },
    created_at: 'moment',
  }),
  // D40
  lista_espera: listOf(waitlistEntry),
  // D74
  notas: listOf(customerNote),
  consentimientos: listOf(consent),
}

const salonCustomer: Fields = {
  id: 'integer',
  nombre: 'text',
  email: 'text',
  telefono: 'text',
  contacto_visible: 'boolean',
  idioma: oneOf('es', 'en', 'ar'),
  tiene_cuenta: 'boolean',
  puntos_saldo: 'integer',
  reservas_totales: 'integer',
  bloqueado_en: orNull('moment'),
  created_at: 'moment',
}
/** D74 */
export const salonCustomers = pagesOf(salonCustomer)
export const customerCard: Fields = {
  ...salonCustomer,
  version: 'integer',
  fecha_nacimiento: orNull('date'),
  acepta_marketing: 'boolean',
  notas: listOf(customerNote),
  alergias: orNull('integer'),
  consentimientos: listOf(consent),
  historial: {
    visitas: 'integer',
    ausencias: 'integer',
    cancelaciones: 'integer',
    proximas: 'integer',
    primera_visita: orNull('moment'),
    ultima_visita: orNull('moment'),
    proxima_visita: orNull('moment'),
    gasto_visitas: 'number',
    gasto_pedidos: 'number',
    servicios: listOf({
      servicio_id: 'integer',
      nombre: 'text',
      veces: 'integer',
      ultima_duracion: 'integer',
      duracion_media: 'integer',
      ultima_visita: 'moment',
    }),
  },
}
export const note = customerNote
export const deletedNote: Fields = { id: 'integer', borrada_en: 'moment' }
export const allergies: Fields = { items: listOf(customerNote) }
export const recordedConsent: Fields = { ...consent, alergias_borradas: 'integer' }
const mergedRows = {
  reservas: 'integer',
  pedidos: 'integer',
  pagos: 'integer',
  lista_espera: 'integer',
  notas: 'integer',
  consentimientos: 'integer',
  filas_importadas: 'integer',
  puntos: 'integer',
} as const
export const mergedCustomers: Fields = {
  cliente: customerCard,
  fusionado_id: 'integer',
  simulado: 'boolean',
  movido: mergedRows,
  alergias_borradas: 'integer',
}
/** Somebody new has neither. */
export const newCustomerCard: Fields = {
  ...customerCard,
  notas: emptyListOf(customerNote),
  consentimientos: emptyListOf(consent),
}

const importNote = { codigo: 'text', mensaje: 'text' } as const
const importEnded: Fields = {
  resultados: {
    creada: 'integer',
    unida: 'integer',
    sin_cambios: 'integer',
    repetida: 'integer',
    omitida: 'integer',
    choque: 'integer',
    rechazada: 'integer',
  },
  columnas: {
    leidas: listOf({ columna: 'text', campo: 'text' }),
    ignoradas: listOf('text'),
    consentimiento: listOf('text'),
  },
}
const importRun: Fields = {
  id: 'integer',
  tipo: oneOf('clientes', 'reservas'),
  origen: oneOf('generico', 'fresha', 'booksy', 'square', 'timely'),
  simulado: 'boolean',
  estado: oneOf('en_espera', 'en_curso', 'terminada', 'fallida'),
  filas_total: orNull('integer'),
  filas_hechas: 'integer',
  resultados: orNull(importEnded.resultados as Fields),
  columnas: orNull(importEnded.columnas as Fields),
  nombres_desconocidos: emptyListOf({
    tipo: oneOf('servicio', 'profesional'),
    nombre: 'text',
    filas: 'integer',
  }),
  problema: orNull(importNote),
  creada_en: 'moment',
  terminada_en: orNull('moment'),
  se_borra_en: 'moment',
}
/** D78 */
export const newImport = importRun
export const importPage: Fields = pagesOf(importRun)
export const importRows: Fields = pagesOf({
  linea: 'integer',
  id_externo: orNull('text'),
  resultado: oneOf(
    ...['creada', 'unida', 'sin_cambios', 'repetida', 'omitida', 'choque', 'rechazada'],
  ),
  id: orNull('integer'),
  notas: listOf(importNote),
})
export const importReport: Fields = { csv: 'text' }

const permission = oneOf(
  ...['agenda.propia', 'agenda.todas', 'citas.gestionar', 'clientes.ver', 'clientes.contacto'],
  ...['clientes.ficha', 'clientes.salud', 'clientes.exportar', 'caja.cobrar', 'caja.descuento'],
  ...['caja.anular', 'informes.propios', 'informes.salon', 'ajustes.horario', 'ajustes.catalogo'],
  ...['ajustes.negocio', 'ajustes.cobros', 'personal.gestionar', 'integraciones'],
)

/** D66 */
export const person: Fields = {
  id: 'integer',
  nombre: 'text',
  email: 'text',
  rol: oneOf('propietario', 'encargado', 'recepcion', 'profesional'),
  estado: oneOf('invitada', 'activa', 'desactivada'),
  peluquero_id: orNull('integer'),
  peluquero_nombre: orNull('text'),
  idioma: oneOf('es', 'en', 'ar'),
  permisos: listOf(permission),
  permisos_extra: listOf(permission),
  permisos_retirados: listOf(permission),
  invitada_en: 'moment',
  invitacion_caduca_en: orNull('moment'),
  aceptada_en: orNull('moment'),
  desactivada_en: orNull('moment'),
  version: 'integer',
}
/** Nothing was added to their role yet. */
export const invitedPerson: Fields = {
  ...person,
  permisos_extra: emptyListOf(permission),
  permisos_retirados: emptyListOf(permission),
}
export const people = pagesOf(person)
export const staffSessions = pagesOf({
  id: 'integer',
  dispositivo: 'text',
  compartido: 'boolean',
  iniciada_en: 'moment',
  vista_en: 'moment',
  caduca_en: 'moment',
  actual: 'boolean',
})
export const endedStaffSession: Fields = { id: 'integer', cerrada_en: 'moment' }
export const endedStaffSessions: Fields = { cerradas: 'integer' }
