import type { Permission, Role, TillMethod } from '@silla/core'
import { permissionWords, roleWords } from './permissions.ts'
import { tillMethodWords } from './till.ts'

// The details of audit entries are stored in the terms of the core and of the command line.

/** What the fields of a detail are called. */
export const auditDetailWords: Readonly<Record<string, string>> = {
  account: 'cuenta',
  after: 'despues',
  all: 'todos',
  allowedOrphaned: 'huerfanas_permitidas',
  amountCents: 'importe_centimos',
  before: 'antes',
  blockId: 'bloqueo_id',
  bookingId: 'reserva_id',
  calendarId: 'calendario_id',
  canWrite: 'escritura',
  cardId: 'tarjeta_id',
  changed: 'cambiado',
  changes: 'cambios',
  check: 'comprobacion',
  codeId: 'codigo_id',
  comingBookings: 'reservas_futuras',
  createdAt: 'creado_en',
  customerId: 'cliente_id',
  deliveryId: 'entrega_id',
  deviceId: 'dispositivo_id',
  endedSessionId: 'sesion_cerrada_id',
  endpointId: 'endpoint_id',
  endpoints: 'endpoints',
  entryId: 'entrada_id',
  feeBasisPoints: 'comision_puntos_basicos',
  feedId: 'calendario_id',
  from: 'antes',
  holdId: 'retencion_id',
  importId: 'importacion_id',
  isEmergency: 'emergencia',
  jobId: 'tarea_id',
  keyId: 'clave_id',
  kind: 'tipo',
  lastFour: 'ultimos_cuatro',
  language: 'idioma',
  mailId: 'correo_id',
  messageId: 'mensaje_id',
  state: 'estado',
  sender: 'remitente',
  channel: 'canal',
  method: 'metodo',
  moved: 'movido',
  movedTo: 'nueva_direccion',
  name: 'nombre',
  noteId: 'nota_id',
  notes: 'notas',
  orderId: 'pedido_id',
  passkeyId: 'passkey_id',
  paymentId: 'pago_id',
  points: 'puntos',
  professionalId: 'peluquero_id',
  repaired: 'reparado',
  resourceTypeId: 'recurso_id',
  reversesId: 'anula_id',
  role: 'rol',
  rows: 'filas',
  seriesId: 'serie_id',
  settingId: 'ajuste_id',
  slug: 'slug',
  source: 'origen',
  sourceId: 'con',
  staffId: 'persona_id',
  supportId: 'soporte_id',
  task: 'tarea',
  tillEntryId: 'cobro_id',
  tipCents: 'propina_centimos',
  to: 'despues',
  types: 'tipos',
  unitNumber: 'unidad',
}

/**
 * Fields inside of `changes` of a person, `moved` when customers are merged, `changed` of an endpoint, and
 * of the services of a visit `before` and `after`.
 */
export const auditInnerWords: Readonly<Record<string, string>> = {
  after: 'despues',
  before: 'antes',
  bookings: 'reservas',
  chargedCents: 'importe_centimos',
  consents: 'consentimientos',
  deletedAllergies: 'alergias_borradas',
  description: 'descripcion',
  importedRows: 'filas_importadas',
  isActive: 'activo',
  language: 'idioma',
  name: 'nombre',
  notes: 'notas',
  orders: 'pedidos',
  payments: 'pagos',
  permissionsAdded: 'permisos_extra',
  permissionsRemoved: 'permisos_retirados',
  points: 'puntos',
  professionalId: 'peluquero_id',
  role: 'rol',
  serviceId: 'servicio_id',
  types: 'tipos',
  url: 'url',
  waitlistEntries: 'entradas_lista_espera',
}

/**
 * A detail as the API shows it. A field without a word keeps its name: an entry may be of another version
 * of Silla.
 */
export const serializeAuditDetail = (
  detail: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      auditDetailWords[name] ?? name,
      name === 'changed' && Array.isArray(value)
        ? value.map((field) => auditInnerWords[field] ?? field)
        : withWords(name, value),
    ]),
  )

/** The names inside of what has changed; roles and permissions have words of their own. */
function withWords(name: string, value: unknown): unknown {
  if (withInnerWords.has(name)) return innerWords(value, asIs)
  if (name === 'role') return rightOf(value)
  if (name === 'method') return tillMethodWords[value as TillMethod] ?? value
  return value
}

const withInnerWords: ReadonlySet<string> = new Set(['after', 'before', 'changes', 'moved'])

function innerWords(value: unknown, show: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => innerWords(one, show))
  if (typeof value !== 'object' || value === null) return show(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      auditInnerWords[name] ?? name,
      innerWords(inner, /^(role|permissions)/.test(name) ? rightOf : show),
    ]),
  )
}

const asIs = (value: unknown): unknown => value

const rightOf = (value: unknown): unknown =>
  roleWords[value as Role] ?? permissionWords[value as Permission] ?? value
