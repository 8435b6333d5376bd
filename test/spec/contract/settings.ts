import type { Path } from './paths.ts'
import { policies, serviceCardFees, serviceDeposit } from './policies.ts'
import { anyListOf, type Fields, listOf, maybe, oneOf, orNull, type Shape } from './shape.ts'

// D67: what a salon reads and changes of itself.

const texts: Shape = { es: maybe('text'), en: maybe('text'), ar: maybe('text') }
const page: Fields = {
  page: 'integer',
  page_size: 'integer',
  total_items: 'integer',
  total_pages: 'integer',
  has_next: 'boolean',
  has_prev: 'boolean',
}
const phase: Fields = { tipo: oneOf('trabajo', 'espera'), minutos: 'integer' }

const entry: Fields = {
  id: orNull('integer'),
  identificador: 'text',
  activo: 'boolean',
  orden: orNull('integer'),
  version: 'text',
}

/** Fields of the response; required and optional ones of the body. */
interface Setting {
  path: string
  fields: Fields
  required: string[]
  optional: string[]
}

const lists: Setting[] = [
  {
    path: 'categorias',
    fields: {
      nombre: texts,
      descripcion: texts,
      imagen_url: 'text',
      tipo: oneOf('servicio', 'producto'),
    },
    required: ['nombre'],
    optional: ['descripcion', 'imagen_url', 'tipo'],
  },
  {
    path: 'recursos',
    fields: { nombre: texts, cantidad: 'integer' },
    required: ['nombre'],
    optional: ['cantidad'],
  },
  {
    path: 'servicios',
    fields: {
      nombre: texts,
      descripcion: texts,
      categoria_id: 'integer',
      duracion_minutos: 'integer',
      fases: listOf(phase),
      margen_minutos: 'integer',
      recursos_ids: listOf('integer'),
      precio: 'money',
      precio_oferta: orNull('money'),
      // D56
      iva: orNull('money'),
      puntos_otorga: 'integer',
      puntos_canjea: 'integer',
      // D39
      senal: serviceDeposit,
      // D50
      garantia_tarjeta: serviceCardFees,
      imagen_url: 'text',
      galeria: listOf('text'),
      reservable_online: 'boolean',
      destacado: 'boolean',
    },
    required: ['nombre', 'categoria_id', 'duracion_minutos', 'precio'],
    optional: [
      ...['descripcion', 'fases', 'margen_minutos', 'recursos_ids', 'precio_oferta', 'iva'],
      ...['puntos_otorga', 'puntos_canjea', 'senal', 'garantia_tarjeta', 'imagen_url'],
      'galeria',
      'reservable_online',
      'destacado',
    ],
  },
  {
    path: 'profesionales',
    fields: {
      nombre: 'text',
      cargo: texts,
      bio: texts,
      especialidades: listOf(texts),
      imagen_url: 'text',
      galeria: listOf('text'),
    },
    required: ['nombre'],
    optional: ['cargo', 'bio', 'especialidades', 'imagen_url', 'galeria'],
  },
  {
    path: 'productos',
    fields: {
      nombre: texts,
      descripcion: texts,
      categoria_id: 'integer',
      precio: 'money',
      precio_oferta: orNull('money'),
      // D56
      iva: orNull('money'),
      puntos_otorga: 'integer',
      imagen_url: 'text',
      destacado: 'boolean',
      stock: orNull('integer'),
    },
    required: ['nombre', 'categoria_id', 'precio'],
    optional: [
      ...[
        'descripcion',
        'precio_oferta',
        'iva',
        'puntos_otorga',
        'imagen_url',
        'destacado',
        'stock',
      ],
    ],
  },
  {
    path: 'paquetes',
    fields: { nombre: texts, puntos: 'integer', precio: 'money' },
    required: ['nombre', 'puntos', 'precio'],
    optional: [],
  },
]

const records: Omit<Setting, 'required' | 'optional'>[] = [
  {
    path: 'negocio',
    fields: {
      nombre: 'text',
      descripcion: texts,
      email: 'text',
      telefono: 'text',
      calle: 'text',
      ciudad: 'text',
      codigo_postal: 'text',
      pais: 'text',
      lat: orNull('number'),
      lng: orNull('number'),
      instagram: 'text',
      facebook: 'text',
      website: 'text',
    },
  },
  {
    path: 'reglas',
    fields: {
      moneda: 'text',
      timezone: 'text',
      idioma_principal: 'text',
      intervalo_minutos: 'integer',
      antelacion_maxima_dias: 'integer',
      antelacion_minima_minutos: 'integer',
      tiempo_cancelacion_horas: 'integer',
      tiempo_reprogramacion_horas: orNull('integer'),
      reprogramaciones_maximas: 'integer',
      reservas_invitado_por_direccion: 'integer',
      reservas_invitado_por_dominio: 'integer',
      asignacion: 'text',
      oferta_espera_minutos: 'integer',
      avisos: 'text',
      notas_en_avisos: 'boolean',
      mensajes_al_mes: 'integer',
      avisos_movil: 'text',
      avisos_movil_numero: 'text',
      nombres_calendario: 'text',
      completar_horas: orNull('integer'),
      recordatorio_horas: orNull('integer'),
      telefono_obligatorio: 'boolean',
      confirmacion_manual: 'boolean',
      puntos_activo: 'boolean',
      acepta_pagos_online: 'boolean',
      requiere_pago_anticipado: 'boolean',
      // D38, D39
      ...policies,
      gestion: oneOf('salon', 'archivo'),
      pagina_online: 'boolean',
      devuelve_comision: 'boolean',
    },
  },
  {
    path: 'marca',
    fields: { color: orNull('text'), logo_url: 'text', imagen_portada_url: 'text' },
  },
]

const span: Fields = { desde: 'time', hasta: 'time' }
const hours: Fields = {
  horarios: listOf({
    dia: 'integer',
    apertura: orNull('time'),
    cierre: orNull('time'),
    descanso_inicio: orNull('time'),
    descanso_fin: orNull('time'),
  }),
  version: 'text',
}
const closures: Fields = {
  festivos: listOf({
    fecha: 'date',
    desde_hora: orNull('time'),
    hasta_hora: orNull('time'),
    motivo: texts,
  }),
  version: 'text',
}
const shifts: Fields = {
  profesional_id: 'integer',
  turnos: listOf({ dia: 'integer', ...span }),
  version: 'text',
}
const exceptions: Fields = {
  profesional_id: 'integer',
  excepciones: listOf({
    fecha: 'date',
    trabaja: 'boolean',
    turnos: listOf(span),
    motivo: texts,
  }),
  version: 'text',
}
const offers: Fields = {
  profesional_id: 'integer',
  servicios: listOf({
    servicio_id: 'integer',
    duracion_minutos: orNull('integer'),
    fases: orNull(listOf(phase)),
    precio: orNull('money'),
  }),
  version: 'text',
}

const changed = (setting: Fields): Fields => ({
  ajuste: setting,
  plan: {
    cambios: listOf({
      parte: 'text',
      tipo: oneOf('nuevo', 'cambiado', 'inactivo'),
      identificador: 'text',
      campos: listOf({ campo: 'text', antes: 'text', despues: 'text' }),
    }),
    reservas_afectadas: listOf({
      codigo: 'text',
      fecha: 'date',
      hora_inicio: 'time',
      profesional: 'text',
      cliente: 'text',
      motivo: 'text',
    }),
  },
  simulado: 'boolean',
})

const control = ['version', 'permitir_huerfanas']

const owner = (
  method: Path['method'],
  path: string,
  response: Fields,
  more: Partial<Path> = {},
): Path => ({
  ...{ method, path: `/ajustes/${path}/`, by: 'owner', query: [], status: 200, response },
  ...more,
})

const body = (required: string[], optional: string[]) => ({ body: { required, optional } })

const ofList = ({ path, fields, required, optional }: Setting): Path[] => {
  const setting = { ...entry, ...fields }
  const own = [...required, ...optional]
  return [
    owner(
      'GET',
      path,
      { items: listOf(setting), pagination: page },
      {
        query: ['activo', 'page', 'page_size'],
      },
    ),
    owner('GET', `${path}/{id}`, setting),
    owner('POST', path, changed(setting), {
      status: 201,
      ...body(required, [...optional, 'identificador', 'orden']),
    }),
    owner(
      'PUT',
      `${path}/{id}`,
      changed(setting),
      body([], [...own, 'activo', 'orden', ...control]),
    ),
    owner('DELETE', `${path}/{id}`, changed(setting), { query: control }),
  ]
}

const ofOperator = new Set(['gestion', 'pagina_online', 'devuelve_comision'])

const ofRecord = ({ path, fields }: (typeof records)[number]): Path[] => {
  const setting = { ...fields, version: 'text' } as const
  const writable = Object.keys(fields).filter((field) => !ofOperator.has(field))
  return [
    owner('GET', path, setting),
    owner('PUT', path, changed(setting), body([], [...writable, ...control])),
  ]
}

const member = 'profesionales/{id}'

/** D53 */
const account: Fields = {
  cuenta: orNull('text'),
  estado: oneOf('sin_cuenta', 'lista', 'en_revision', 'incompleta', 'no_admitida'),
  faltan: listOf(
    oneOf('empresa', 'responsable', 'documento', 'actividad', 'banco', 'condiciones', 'otros'),
  ),
  actualizada: 'boolean',
  comprobada_en: orNull('moment'),
}

/** D77 */
const messages: Fields = {
  canales: anyListOf(oneOf('whatsapp', 'sms')),
  mes: 'text',
  enviados: 'integer',
  limite: 'integer',
  coste: orNull('number'),
  moneda: orNull('text'),
  textos: listOf({
    tipo: oneOf(
      ...['booking_confirmed', 'booking_rescheduled', 'booking_cancelled', 'booking_reminder'],
      ...['waitlist_offer', 'owner_booking_created', 'owner_booking_rescheduled'],
      'owner_booking_cancelled',
    ),
    idioma: oneOf('es', 'en', 'ar'),
    plantilla: 'text',
    texto: 'text',
    ejemplo: 'text',
    codificacion: oneOf('GSM-7', 'UCS-2'),
    caracteres: 'integer',
    partes: 'integer',
    estado_whatsapp: orNull(oneOf('pendiente', 'aprobada', 'rechazada')),
  }),
  consultado_en: orNull('moment'),
}

/** D68 */
const download: Fields = {
  estado: oneOf('ninguna', 'vigente', 'caducada', 'anulada'),
  email: 'text',
  solicitada_en: orNull('moment'),
  enviada_en: orNull('moment'),
  caduca_en: orNull('moment'),
  descargada_en: orNull('moment'),
  otra_desde: orNull('moment'),
}

export const settingsPaths: Path[] = [
  ...records.flatMap(ofRecord),
  owner('GET', 'horarios', hours),
  owner('PUT', 'horarios', changed(hours), body(['horarios'], control)),
  owner('GET', 'festivos', closures),
  owner('POST', 'festivos', changed(closures), {
    status: 201,
    ...body(['fecha'], ['hasta', 'desde_hora', 'hasta_hora', 'motivo', ...control]),
  }),
  owner('DELETE', 'festivos/{fecha}', changed(closures), { query: control }),
  owner('GET', `${member}/turnos`, shifts),
  owner('PUT', `${member}/turnos`, changed(shifts), body(['turnos'], control)),
  owner('GET', `${member}/excepciones`, exceptions),
  owner('POST', `${member}/excepciones`, changed(exceptions), {
    status: 201,
    ...body(['fecha'], ['hasta', 'turnos', 'motivo', ...control]),
  }),
  owner('DELETE', `${member}/excepciones/{fecha}`, changed(exceptions), { query: control }),
  owner('GET', `${member}/servicios`, offers),
  owner('PUT', `${member}/servicios`, changed(offers), body(['servicios'], control)),
  ...lists.flatMap(ofList),
  owner('GET', 'pagos', account),
  { ...owner('POST', 'pagos/continuar', { url: 'text' }, body([], [])), by: 'staff' },
  owner('GET', 'mensajes', messages),
  { ...owner('GET', 'descarga', download), by: 'staff' },
  { ...owner('POST', 'descarga', download, body([], [])), by: 'staff' },
  { ...owner('DELETE', 'descarga', download), by: 'staff' },
]

const fields: [field: string, path: string][] = [
  ...records.flatMap(({ path }): [string, string][] => [
    [`Query.ajustes_${path}`, `GET /ajustes/${path}/`],
    [`Mutation.actualizar_${path}`, `PUT /ajustes/${path}/`],
  ]),
  ['Query.ajustes_pagos', 'GET /ajustes/pagos/'],
  ['Mutation.continuar_pagos', 'POST /ajustes/pagos/continuar/'],
  ['Query.ajustes_mensajes', 'GET /ajustes/mensajes/'],
  ['Query.descarga_datos', 'GET /ajustes/descarga/'],
  ['Mutation.pedir_descarga', 'POST /ajustes/descarga/'],
  ['Mutation.anular_descarga', 'DELETE /ajustes/descarga/'],
  ['Query.ajustes_horarios', 'GET /ajustes/horarios/'],
  ['Mutation.actualizar_horarios', 'PUT /ajustes/horarios/'],
  ['Query.ajustes_festivos', 'GET /ajustes/festivos/'],
  ['Mutation.crear_festivo', 'POST /ajustes/festivos/'],
  ['Mutation.borrar_festivo', 'DELETE /ajustes/festivos/{fecha}/'],
  ['Query.ajustes_turnos', `GET /ajustes/${member}/turnos/`],
  ['Mutation.actualizar_turnos', `PUT /ajustes/${member}/turnos/`],
  ['Query.ajustes_excepciones', `GET /ajustes/${member}/excepciones/`],
  ['Mutation.crear_excepcion', `POST /ajustes/${member}/excepciones/`],
  ['Mutation.borrar_excepcion', `DELETE /ajustes/${member}/excepciones/{fecha}/`],
  ['Query.ajustes_oferta', `GET /ajustes/${member}/servicios/`],
  ['Mutation.actualizar_oferta', `PUT /ajustes/${member}/servicios/`],
  ...(
    [
      ['categorias', 'categoria'],
      ['recursos', 'recurso'],
      ['servicios', 'servicio'],
      ['profesionales', 'profesional'],
      ['productos', 'producto'],
      ['paquetes', 'paquete'],
    ] as const
  ).flatMap(([many, one]): [string, string][] => [
    [`Query.ajustes_${many}`, `GET /ajustes/${many}/`],
    [`Query.ajustes_${one}`, `GET /ajustes/${many}/{id}/`],
    [`Mutation.crear_${one}`, `POST /ajustes/${many}/`],
    [`Mutation.actualizar_${one}`, `PUT /ajustes/${many}/{id}/`],
    [`Mutation.desactivar_${one}`, `DELETE /ajustes/${many}/{id}/`],
  ]),
]

export const settingsEquivalents: Record<string, string> = Object.fromEntries(fields)
