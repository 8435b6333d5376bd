import assert from 'node:assert/strict'
import test from 'node:test'
import type { Locale } from '@silla/wire'
import {
  parseCategoryKind,
  parseProfessionalFilter,
  parseServiceFilter,
  serializeBusiness,
  serializeCategories,
  serializeClosingDays,
  serializeOpeningHours,
  serializeProfessionalDetail,
  serializeProfessionals,
  serializeSchedule,
  serializeServiceDetail,
  serializeServices,
} from '@silla/wire'
import { aProfessional, aSalon, aService, day, inSpanish } from './salon-fixture.ts'

const salon = aSalon()
const inEnglish = { ...inSpanish, text: 'en', message: 'en' } as const

test('the business has its profile, booking rules and totals', () => {
  assert.deepEqual(serializeBusiness(salon, inSpanish, null), {
    id: '0b9f2c52-6a37-4f6e-9a51-0d4f0a1d2c3e',
    nombre: 'Navaja y Compás',
    descripcion: 'Barbería de barrio',
    email: 'hola@navaja.example',
    telefono: '+34910000001',
    telefono_formateado: '+34 910 00 00 01',
    direccion: {
      calle: 'Calle de la Palma 8',
      ciudad: 'Madrid',
      codigo_postal: '28004',
      pais: 'ES',
    },
    coordenadas: { lat: 40.4267, lng: null },
    logo_url: 'https://images.example/demo/logo.svg',
    marca: { color: null },
    imagen_portada_url: '',
    redes_sociales: { instagram: 'navaja', facebook: '', website: 'https://navaja.example' },
    configuracion: {
      moneda: 'EUR',
      simbolo_moneda: '€',
      timezone: 'Europe/Madrid',
      idioma_principal: 'es',
      acepta_pagos_online: false,
      requiere_pago_anticipado: false,
      senal: null,
      garantia_tarjeta: null,
      senal_tras_ausencias: null,
      tramos_reembolso: [],
      tiempo_cancelacion_horas: 24,
      tiempo_reprogramacion_horas: 24,
      reprogramaciones_maximas: 5,
      puntos_activo: true,
      telefono_obligatorio: true,
      antelacion_maxima_dias: 60,
      antelacion_minima_minutos: 30,
      intervalo_minutos: 15,
      canales_mensajes: ['whatsapp', 'sms'],
    },
    pagos: null,
    estadisticas: {
      servicios_count: 3,
      profesionales_count: 2,
      valoracion_media: 4.33,
      total_resenas: 3,
    },
  })
})

test('a salon without reviews has a mean rating of 0', () => {
  const { estadisticas } = serializeBusiness({ ...salon, professionals: [] }, inSpanish, null)
  assert.deepEqual([estadisticas.valoracion_media, estadisticas.total_resenas], [0, 0])
})

test('weekday names are in the language of messages, and a closed day has no times', () => {
  const { horarios, timezone } = serializeOpeningHours(salon, null, inEnglish)
  assert.equal(timezone, 'Europe/Madrid')
  assert.equal(horarios.length, 7)
  assert.deepEqual(horarios[0], {
    dia: 1,
    dia_nombre: 'Monday',
    abierto: true,
    apertura: '10:00',
    cierre: '00:00',
    descanso_inicio: '14:00',
    descanso_fin: '16:00',
  })
  assert.deepEqual(horarios[6], {
    dia: 7,
    dia_nombre: 'Sunday',
    abierto: false,
    apertura: null,
    cierre: null,
    descanso_inicio: null,
    descanso_fin: null,
  })
})

test('closures of the range include its ends, and a partial one has its times', () => {
  const range = { from: day('2030-05-02'), to: day('2030-05-10') }
  assert.deepEqual(serializeClosingDays(salon, range, null, inSpanish), {
    festivos: [
      { fecha: '2030-05-02', motivo: 'Fiesta de Madrid', todo_el_dia: true },
      {
        fecha: '2030-05-10',
        motivo: 'Training',
        todo_el_dia: false,
        desde_hora: '16:00',
        hasta_hora: '00:00',
      },
    ],
  })
})

test('categories are those of services by default, numbered, with their active items', () => {
  assert.equal(parseCategoryKind({}), 'servicio')
  assert.deepEqual(serializeCategories(salon, 'servicio', null, inSpanish).categorias, [
    {
      id: 11,
      nombre: 'Pelo',
      descripcion: 'Cortes',
      imagen_url: 'https://images.example/demo/pelo.svg',
      orden: 1,
      servicios_count: 2,
    },
    { id: 13, nombre: 'Barba', descripcion: '', imagen_url: null, orden: 2, servicios_count: 1 },
  ])
})

test('categories of products keep their numbers on a later page', () => {
  assert.deepEqual(
    serializeCategories(
      salon,
      parseCategoryKind({ tipo: 'producto' }),
      null,
      inSpanish,
    ).categorias.map(({ id }) => id),
    [12],
  )
  const second = serializeCategories(salon, 'servicio', { page: 2, pageSize: 1 }, inSpanish)
  assert.deepEqual([second.categorias[0]?.orden, second.pagination?.total_items], [2, 2])
})

const visitor = (locale: Locale) => ({ locale, isBusiness: false })

test('a service in a list has its category and professionals', async () => {
  const list = await serializeServices(salon, parseServiceFilter({}), null, visitor(inEnglish))
  assert.deepEqual(
    [list.total, list.moneda, list.simbolo_moneda, 'pagination' in list],
    [3, 'EUR', '€', false],
  )
  assert.deepEqual(list.servicios[0], {
    id: 21,
    nombre: 'Haircut',
    descripcion: 'Con tijera',
    duracion_minutos: 30,
    fases: [{ tipo: 'trabajo', minutos: 30 }],
    recursos: [],
    precio: 21.5,
    precio_oferta: null,
    puntos_otorga: 21,
    puntos_canjea: 200,
    imagen_url: 'https://images.example/demo/corte.svg',
    categoria: { id: 11, nombre: 'Pelo' },
    reservable_online: true,
    destacado: true,
    profesionales_ids: [31, 32],
  })
  assert.equal(list.servicios[1]?.precio_oferta, 18.9)
})

const serviceFilters: [query: Record<string, string>, ids: number[]][] = [
  [{ categoria_id: '11' }, [21, 22]],
  [{ categoria_id: '999' }, []],
  [{ categoria_id: '9007199254740993' }, []],
  [{ reservable_online: 'false' }, [22]],
  [{ reservable_online: '1' }, [21, 23]],
  [{ destacado: 'true' }, [21]],
  [{ destacado: '0', categoria_id: '11' }, [22]],
]
for (const [query, ids] of serviceFilters) {
  test(`services filtered by ${JSON.stringify(query)} are ${ids.join(', ') || 'none'}`, async () => {
    const list = await serializeServices(salon, parseServiceFilter(query), null, visitor(inSpanish))
    assert.deepEqual(
      list.servicios.map(({ id }) => id),
      ids,
    )
    assert.equal(list.total, ids.length)
  })
}

test('a page of services has the total of all pages', async () => {
  const list = await serializeServices(
    salon,
    parseServiceFilter({}),
    { page: 2, pageSize: 2 },
    visitor(inSpanish),
  )
  assert.deepEqual([list.servicios.length, list.total, list.pagination?.total_pages], [1, 3, 2])
})

test('a service has images, professionals and related services', () => {
  const detail = serializeServiceDetail(
    salon.services[0] ?? aService({}),
    salon,
    visitor(inSpanish),
  )
  assert.ok(!('profesionales_ids' in detail))
  assert.deepEqual(detail.categoria, { id: 11, nombre: 'Pelo', descripcion: 'Cortes' })
  assert.deepEqual(detail.galeria, ['https://images.example/demo/corte-2.svg'])
  assert.deepEqual(detail.profesionales, [
    { id: 31, nombre: 'Ana Ruiz', imagen_url: 'https://images.example/demo/ana.svg' },
    { id: 32, nombre: 'Leo Vidal', imagen_url: null },
  ])
  assert.deepEqual(detail.servicios_relacionados, [
    { id: 22, nombre: 'Corte y lavado', precio: 21.5 },
  ])
})

test('there are at most four related services, in display order', () => {
  const services = [21, 22, 23, 24, 25, 26].map((id) => aService({ id }))
  const detail = serializeServiceDetail(
    services[1] ?? aService({}),
    { ...salon, services },
    visitor(inSpanish),
  )
  assert.deepEqual(
    detail.servicios_relacionados.map(({ id }) => id),
    [21, 23, 24, 25],
  )
})

test('a professional in a list has a mean rating, and no empty specialities', async () => {
  const list = await serializeProfessionals(salon, null, null, null, inSpanish)
  assert.equal(list.total, 2)
  assert.deepEqual(list.profesionales[0], {
    id: 31,
    nombre: 'Ana Ruiz',
    cargo: 'Barbera',
    bio: 'Veinte años',
    imagen_url: 'https://images.example/demo/ana.svg',
    especialidades: ['Degradados'],
    valoracion_media: 4.33,
    total_resenas: 3,
    servicios_ids: [21, 22],
  })
  assert.deepEqual(
    [list.profesionales[1]?.imagen_url, list.profesionales[1]?.valoracion_media],
    [null, 0],
  )
})

const professionalFilters: [query: Record<string, string>, free: number[], ids: number[]][] = [
  [{ servicio_id: '22' }, [], [31]],
  [{ servicio_id: '999' }, [], []],
  [{ disponible_hoy: 'false' }, [], [31, 32]],
  [{ disponible_hoy: 'true' }, [32], [32]],
  [{ disponible_hoy: '1', servicio_id: '22' }, [32], []],
]
for (const [query, free, ids] of professionalFilters) {
  test(`professionals filtered by ${JSON.stringify(query)} are ${ids.join(', ') || 'none'}`, async () => {
    const { serviceId, availableToday } = parseProfessionalFilter(query)
    const list = await serializeProfessionals(
      salon,
      serviceId,
      availableToday ? new Set(free) : null,
      null,
      inSpanish,
    )
    assert.deepEqual(
      list.profesionales.map(({ id }) => id),
      ids,
    )
  })
}

test('a professional’s working hours reach from the first start to the last end', () => {
  const detail = serializeProfessionalDetail(
    salon.professionals[0] ?? aProfessional({}),
    salon,
    inSpanish,
  )
  assert.deepEqual(detail.horario.slice(0, 3), [
    { dia: 1, dia_nombre: 'Lunes', trabaja: true, desde: '10:00', hasta: '20:00' },
    { dia: 2, dia_nombre: 'Martes', trabaja: true, desde: '12:00', hasta: '00:00' },
    { dia: 3, dia_nombre: 'Miércoles', trabaja: false, desde: null, hasta: null },
  ])
  assert.deepEqual(detail.galeria, ['https://cdn.example/ana-1.jpg'])
  assert.deepEqual(detail.servicios[0], {
    id: 21,
    nombre: 'Corte',
    precio: 21.5,
    duracion_minutos: 30,
    fases: [{ tipo: 'trabajo', minutos: 30 }],
  })
  assert.deepEqual(detail.resenas_recientes, [
    { id: 41, cliente_nombre: 'Marta', valoracion: 5, comentario: 'Perfecto', fecha: '2030-02-20' },
  ])
})

test('a schedule has the shifts of the week in order, and the exceptions of the range', () => {
  const between = { from: day('2030-03-04'), to: day('2030-05-03') }
  const schedule = serializeSchedule(
    salon.professionals[0] ?? aProfessional({}),
    between,
    inSpanish,
  )
  assert.deepEqual(
    [schedule.profesional_id, schedule.nombre, schedule.horario_semanal.length],
    [31, 'Ana Ruiz', 7],
  )
  assert.deepEqual(schedule.horario_semanal[0], {
    dia: 1,
    dia_nombre: 'Lunes',
    trabaja: true,
    turnos: [
      { desde: '10:00', hasta: '14:00' },
      { desde: '16:00', hasta: '20:00' },
    ],
  })
  assert.deepEqual(schedule.horario_semanal[6], {
    dia: 7,
    dia_nombre: 'Domingo',
    trabaja: false,
    turnos: [],
  })
  assert.deepEqual(schedule.excepciones, [
    { fecha: '2030-03-04', motivo: 'Médico', trabaja: false },
    {
      fecha: '2030-03-10',
      motivo: 'Feria',
      trabaja: true,
      turnos: [{ desde: '11:00', hasta: '13:00' }],
    },
  ])
})
