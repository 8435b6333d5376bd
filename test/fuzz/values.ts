import { languages } from '@silla/locale'
import type { Schema } from '../spec/contract/shape.ts'
import type { Random } from '../support/random.ts'
import { type SceneSalon, type SettingList, settingLists } from './scene.ts'

/** Chooses valid values by their names, so that one request refers to one booking or order. */
export interface Values {
  /** Undefined: there is no value for this name. */
  byName(name: string): unknown
}

/** What a request is about: `id` and `codigo` mean a booking, an order or a sign-in. */
export type Subject =
  | 'booking'
  | 'hold'
  | 'till'
  | 'order'
  | 'package'
  | 'sign-in'
  | 'professional'
  | 'service'
  | 'customer'
  | 'person'
  | SettingSubject

/** A part of the settings (D67); `ajustes` is one without entries, such as the opening hours. */
export type SettingSubject = `ajustes ${SettingList}` | 'ajustes'

/** @param part as in the path: `servicios`, `horarios` */
export const settingSubject = (part: string): SettingSubject => {
  const list = settingLists.find((one) => one === part)
  return list ? `ajustes ${list}` : 'ajustes'
}

/**
 * Opens the values of one request: each name keeps its value. Without a record of the right kind,
 * an id that does not exist is returned.
 */
export function openValues(
  { salon, ids, spare, people, customers, harvest, timezone }: SceneSalon,
  subject: Subject,
  random: Random,
  now: Date,
): Values {
  const pick = <T>(list: readonly T[]): T | undefined =>
    list.length === 0 ? undefined : random.pick(list)
  const booking = pick(harvest.bookings)
  const hold = subject === 'hold' || random.chance(0.3) ? pick(harvest.holds) : undefined
  const order = pick(harvest.orders)
  const intent = pick(harvest.intents)
  // a code works once and for ten minutes: mostly the latest
  const challenge = pick(harvest.challenges.slice(random.chance(0.8) ? -1 : -3))
  const session = pick(harvest.sessions)
  const slot = pick(harvest.slots)
  const payable = subject === 'order' ? order : booking
  const note = random.chance(0.5) ? pick(harvest.notes) : undefined
  const customerId = note?.clienteId ?? pick(customers)?.id
  const isSetting = subject.startsWith('ajustes')
  const person = random.integer(1, 300)
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
  const day = (least: number, most: number) =>
    today.add({ days: random.integer(least, most) }).toString()
  const time = () =>
    `${String(random.integer(9, 19)).padStart(2, '0')}:${random.pick(['00', '15', '30', '45'])}`

  const values: Record<string, () => unknown> = {
    id: () =>
      ({
        booking: booking?.id,
        order: order?.id,
        hold: hold?.id,
        till: pick(harvest.tillEntries),
        package: pick(ids.packages),
        'sign-in': undefined,
        professional: pick(ids.professionals),
        service: pick(ids.services),
        customer: customerId,
        person: pick(people),
        ajustes: undefined,
        'ajustes categorias': spare.categorias,
        'ajustes recursos': spare.recursos,
        'ajustes servicios': spare.servicios,
        'ajustes profesionales': spare.profesionales,
        'ajustes productos': spare.productos,
        'ajustes paquetes': spare.paquetes,
      })[subject] ?? 999_999,
    nota: () => note?.id ?? 999_999,
    codigo: () => (subject === 'sign-in' ? challenge?.codigo : booking?.codigo) ?? '0123456789',
    reference_id: () => (subject === 'package' ? pick(ids.packages) : payable?.id) ?? 999_999,
    type: () => ({ order: 'order', package: 'points' })[subject as string] ?? 'booking',
    reserva_id: () => booking?.id ?? 999_999,
    pedido_id: () => order?.id ?? 999_999,
    version: () => (isSetting ? undefined : (booking?.version ?? 1)),
    peluqueros: () => someOf(ids.professionals),
    mes: () => `2030-${String(random.integer(1, 12)).padStart(2, '0')}`,
    propina: () => random.pick([0, 1, 2.5]),
    amount: () => (subject === 'package' ? 999 : payable?.amountCents) ?? 1000,
    cliente_id: () => payable?.clienteId || 1,
    payment_intent_id: () => intent?.payment_intent_id ?? 'pi_unknown',
    monto: () => random.pick([1, 1.5, 0.01, 14.5, 1000]),
    otp_id: () => challenge?.otp_id ?? '00000000-0000-4000-8000-000000000000',
    refresh_token: () => session?.refresh_token ?? 'unknown',
    peluquero_id: () => slot?.peluquero_id ?? pick(ids.professionals),
    servicio_id: () => pick(ids.services),
    servicio_ids: () => someOf(ids.services),
    servicios: () => someOf(ids.services),
    categoria_id: () => pick(ids.categories),
    producto_id: () => pick(ids.products),
    cantidad: () => random.integer(1, 3),
    // closures are after all bookings, on few days so that they can be removed
    fecha: () => (isSetting ? day(200, 203) : (slot?.fecha ?? day(0, random.pick([0, 7, 60])))),
    hora_inicio: () => slot?.hora_inicio ?? time(),
    desde: () => day(-3, 3),
    hasta: () => (isSetting ? day(203, 205) : day(3, 40)),
    fecha_nacimiento: () => '1990-02-28',
    nombre: () => random.pick(['Lucía Prado', 'نورة العتيبي', "Siobhán O'Neil", '李 小龍']),
    email: () => `guest${person}@example.com`,
    telefono: () => `+346${String(10_000_000 + person).padStart(8, '0')}`,
    notas: () => random.pick(['Sin prisa', 'Junto a la ventana\nGracias', '']),
    motivo: () => random.pick(['Cambio de planes', '']),
    comentario: () => random.pick(['Muy bien', '']),
    valoracion: () => random.integer(1, 5),
    password: () => passwordOf(person),
    password_actual: () => passwordOf(person),
    idioma: () => random.pick(languages),
    lang: () => random.pick(languages),
    acepta_marketing: () => random.chance(0.5),
    usar_puntos: () => random.chance(0.3),
    por_negocio: () => random.chance(0.3),
    disponible_hoy: () => random.chance(0.5),
    reservable_online: () => random.chance(0.5),
    destacado: () => random.chance(0.5),
    duracion: () => random.pick([5, 15, 30, 60, 719, 720]),
    tipo: () =>
      random.pick(
        subject === 'customer'
          ? ['nota', 'formula', 'preferencia', 'alergia', 'marketing', 'salud']
          : ['servicio', 'producto'],
      ),
    medio: () => random.pick(['presencial', 'papel', 'telefono', 'email', 'web']),
    q: () => random.pick(['marta', 'luc', 'نورة', '678', 'x']),
    estado: () => random.pick(['pendiente', 'confirmada', 'completed', 'cancelada', 'no_show']),
    page: () => random.integer(1, 3),
    page_size: () => random.pick([1, 2, 20, 100]),
    token: () => hold?.token ?? 'unknown',
    // with a hold mostly the visit that is held
    retencion: () =>
      hold ? { id: hold.id, token: hold.token } : { id: 999_999, token: 'unknown' },
    'x-retencion-token': () => hold?.token ?? 'unknown',
    'x-reserva-codigo': () => booking?.codigo ?? '0123456789',
    'idempotency-key': () => `key-${random.integer(1, 40)}`,
    'if-none-match': () => pick(harvest.etags) ?? '"unknown"',
    ...settingValues(),
    'x-client-ip': () => `192.0.2.${random.integer(1, 50)}`,
  }
  const chosen = new Map<string, unknown>()

  return {
    byName(name) {
      if (!chosen.has(name)) chosen.set(name, values[name]?.())
      return chosen.get(name)
    },
  }

  /** Settings with which the salon still takes bookings, orders and payments. */
  function settingValues(): Record<string, () => unknown> {
    return {
      timezone: () => timezone,
      acepta_pagos_online: () => random.chance(0.9),
      antelacion_maxima_dias: () => random.integer(60, 365),
      reservas_invitado_por_direccion: () => random.integer(1000, 10_000),
      reservas_invitado_por_dominio: () => random.integer(1000, 10_000),
      oferta_espera_minutos: () => random.integer(5, 1440),
      intervalo_minutos: () => random.pick([15, 30]),
      avisos: () => random.pick(['cada_una', 'diario', 'ninguno']),
      asignacion: () => random.pick(['equilibrada', 'prioridad']),
      mensajes_al_mes: () => random.pick([0, 500]),
      avisos_movil: () => random.pick(['ninguno', 'sms', 'whatsapp']),
      avisos_movil_numero: () => random.pick(['', '+34600112233']),
      nombres_calendario: () => random.pick(['iniciales', 'completo']),
      idioma_principal: () => random.pick(languages),
      pais: () => 'ES',
      website: () => 'https://salon.example.com',
      color: () => '#1a2b3c',
      logo_url: () => '/logo.svg',
      imagen_url: () => '/1.svg',
      imagen_portada_url: () => '/portada.svg',
      galeria: () => ['/1.svg'],
      identificador: () => `entrada-${person}`,
      dia: () => random.integer(1, 7),
      duracion_minutos: () => random.pick([15, 30, 60]),
      recursos_ids: () => [spare.recursos],
    }
  }

  function someOf(list: readonly number[]): number[] {
    const offered = slot && random.chance(0.8) ? list.slice(0, 1) : list
    const count = random.integer(1, Math.min(2, offered.length))
    const start = random.integer(0, offered.length - count)
    return offered.slice(start, start + count)
  }

  function passwordOf(person: number): string {
    return salon.slug && `una silla junto a la ventana ${person % 7}`
  }
}

/** A valid value for a schema of the OpenAPI document: by name where possible, else by type. */
export function valueFor(name: string, schema: Schema, values: Values, random: Random): unknown {
  const type = [schema.type ?? []].flat().find((one) => one !== 'null')
  if (schema.pattern?.includes(':[0-5]') && name in timesOfDay) return timesOfDay[name]
  const known = values.byName(name)
  if (known !== undefined && isOf(known, type) && (schema.enum?.includes(known) ?? true))
    return known
  if (schema.enum) return random.pick(schema.enum.filter((one) => one !== null))
  switch (type) {
    case 'object':
      return objectFor(schema, values, random)
    case 'array':
      return Array.from({ length: random.integer(1, 2) }, () =>
        valueFor(name, schema.items ?? {}, values, random),
      )
    case 'integer':
    case 'number':
      return random.integer(1, 20)
    case 'boolean':
      return random.chance(0.5)
    default:
      return 'texto'
  }
}

/** A name may have another type elsewhere: `nombre` of a setting has a text by language. */
function isOf(value: unknown, type: string | undefined): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer' || type === 'number') return typeof value === 'number'
  return type === undefined || typeof value === type
}

/** Of opening hours, shifts and closures. */
export const timesOfDay: Record<string, string> = {
  apertura: '09:00',
  cierre: '20:00',
  descanso_inicio: '14:00',
  descanso_fin: '15:00',
  desde: '10:00',
  hasta: '19:00',
  desde_hora: '10:00',
  hasta_hora: '12:00',
}

/** The required properties, and the optional ones as often as `presenceOf` says. */
export function objectFor(schema: Schema, values: Values, random: Random): Record<string, unknown> {
  const required = new Set(schema.required)
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => required.has(name) || random.chance(presenceOf(name)))
      .map(([name, property]) => [name, valueFor(name, property as Schema, values, random)]),
  )
}

const oftenSent = new Set(['nombre', 'email', 'telefono', 'codigo', 'apertura', 'cierre', 'es'])
const seldomSent = new Set([
  ...['usar_puntos', 'por_negocio', 'password', 'version', 'moneda', 'fases', 'quitar'],
  ...['permitir_huerfanas', 'precio_oferta', 'activo'],
])

/** How often an optional field is sent: a guest is refused without some, and with others. */
export function presenceOf(name: string): number {
  if (oftenSent.has(name)) return 0.95
  return seldomSent.has(name) ? 0.15 : 0.5
}
