import type { SectionName } from './settings-host.ts'
import type { SettingsTexts } from './text/es.ts'

export type FieldName = keyof SettingsTexts['fields']

export type FieldKind =
  | 'line'
  /** A text by language. */
  | 'text'
  | 'longText'
  /** Texts by language, one a line. */
  | 'texts'
  /** Addresses of images, one a line. */
  | 'images'
  | 'whole'
  | 'decimal'
  /** Of money. */
  | 'amount'
  | 'yesNo'
  | 'choice'
  | 'colour'
  | 'category'
  | 'resources'
  | 'phases'
  | 'cardGuarantee'
  | 'serviceCardGuarantee'

export interface FormField {
  name: FieldName
  kind: FieldKind
  isRequired?: true
  /** Who may change it, besides who may change the others (D65). */
  permission?: string
}

const field = (name: FieldName, kind: FieldKind, more: Partial<FormField> = {}): FormField => ({
  ...{ name, kind },
  ...more,
})
const required = { isRequired: true } as const
const payments = { permission: 'ajustes.cobros' }

/** A list of entries, as the salon edits it. */
export interface ListForm {
  section: SectionName
  /** In the paths of the API. */
  list: string
  fields: readonly FormField[]
  /** What a new entry has before somebody types. */
  initial: Readonly<Record<string, unknown>>
}

export const listForms = {
  servicios: {
    section: 'servicios',
    list: 'servicios',
    fields: [
      field('nombre', 'text', required),
      field('categoria_id', 'category', required),
      field('fases', 'phases', required),
      field('precio', 'amount', required),
      field('precio_oferta', 'amount'),
      field('iva', 'decimal'),
      field('descripcion', 'longText'),
      field('margen_minutos', 'whole'),
      field('recursos_ids', 'resources'),
      field('reservable_online', 'yesNo'),
      field('destacado', 'yesNo'),
      field('puntos_otorga', 'whole'),
      field('puntos_canjea', 'whole'),
      field('garantia_tarjeta', 'serviceCardGuarantee', payments),
      field('imagen_url', 'line'),
      field('galeria', 'images'),
    ],
    initial: {
      duracion_minutos: 30,
      fases: [{ tipo: 'trabajo', minutos: 30 }],
      reservable_online: true,
    },
  },
  categorias: {
    section: 'categorias',
    list: 'categorias',
    fields: [
      field('nombre', 'text', required),
      field('tipo', 'choice', required),
      field('descripcion', 'longText'),
      field('imagen_url', 'line'),
    ],
    initial: { tipo: 'servicio' },
  },
  productos: {
    section: 'productos',
    list: 'productos',
    fields: [
      field('nombre', 'text', required),
      field('categoria_id', 'category', required),
      field('precio', 'amount', required),
      field('precio_oferta', 'amount'),
      field('iva', 'decimal'),
      field('stock', 'whole'),
      field('descripcion', 'longText'),
      field('puntos_otorga', 'whole'),
      field('destacado', 'yesNo'),
      field('imagen_url', 'line'),
    ],
    initial: {},
  },
  paquetes: {
    section: 'paquetes',
    list: 'paquetes',
    fields: [
      field('nombre', 'text', required),
      field('puntos', 'whole', required),
      field('precio', 'amount', required),
    ],
    initial: {},
  },
  recursos: {
    section: 'recursos',
    list: 'recursos',
    fields: [field('nombre', 'text', required), field('cantidad', 'whole', required)],
    initial: { cantidad: 1 },
  },
  personas: {
    section: 'personas',
    list: 'profesionales',
    fields: [
      field('nombre', 'line', required),
      field('cargo', 'text'),
      field('bio', 'longText'),
      field('especialidades', 'texts'),
      field('imagen_url', 'line'),
      field('galeria', 'images'),
    ],
    initial: {},
  },
} as const satisfies Record<string, ListForm>

export type ListName = keyof typeof listForms

/** What a salon has one of. */
export const recordForms = {
  negocio: [
    field('nombre', 'line', required),
    field('descripcion', 'longText'),
    field('email', 'line'),
    field('telefono', 'line'),
    field('calle', 'line'),
    field('ciudad', 'line'),
    field('codigo_postal', 'line'),
    field('pais', 'line'),
    field('lat', 'decimal'),
    field('lng', 'decimal'),
    field('instagram', 'line'),
    field('facebook', 'line'),
    field('website', 'line'),
  ],
  reglas: [
    field('antelacion_maxima_dias', 'whole'),
    field('antelacion_minima_minutos', 'whole'),
    field('intervalo_minutos', 'whole'),
    field('tiempo_cancelacion_horas', 'whole'),
    field('tiempo_reprogramacion_horas', 'whole'),
    field('reprogramaciones_maximas', 'whole'),
    field('confirmacion_manual', 'yesNo'),
    field('telefono_obligatorio', 'yesNo'),
    field('asignacion', 'choice'),
    field('oferta_espera_minutos', 'whole'),
    field('recordatorio_horas', 'whole'),
    field('completar_horas', 'whole'),
    field('avisos', 'choice'),
    field('notas_en_avisos', 'yesNo'),
    field('nombres_calendario', 'choice'),
    field('acepta_pagos_online', 'yesNo', payments),
    field('requiere_pago_anticipado', 'yesNo', payments),
    field('garantia_tarjeta', 'cardGuarantee', payments),
    field('puntos_activo', 'yesNo'),
    field('reservas_invitado_por_direccion', 'whole'),
    field('reservas_invitado_por_dominio', 'whole'),
    field('idioma_principal', 'choice'),
    field('moneda', 'line'),
    field('timezone', 'line'),
  ],
  mensajes: [
    field('mensajes_al_mes', 'whole'),
    field('avisos_movil', 'choice'),
    field('avisos_movil_numero', 'line'),
  ],
  marca: [field('color', 'colour'), field('logo_url', 'line'), field('imagen_portada_url', 'line')],
} as const satisfies Record<string, readonly FormField[]>

export type RecordName = keyof typeof recordForms

/** Where the API has what a form shows, if not under its own name. */
export const recordPaths: Partial<Record<RecordName, string>> = { mensajes: 'reglas' }
