import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, dataOf } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'

const barbershop: SalonFixture = {
  services: [{ name: 'Corte' }, { name: 'Barba' }],
  professionals: ['Ana', 'Bea', 'Cruz'],
  settings: {
    slotIntervalMinutes: 30,
    horizonDays: 45,
    noticeMinutes: 60,
    cancellationHours: 12,
    phoneRequired: true,
  },
  editFile: (file) => ({
    ...file,
    profile: {
      ...file.profile,
      name: 'Barbería Lavapiés',
      description: { es: 'La de siempre', en: 'The usual one' },
      logoUrl: '/images/logo.svg',
      brandColor: '#8c2f39',
      coverUrl: 'https://cdn.example/cover.jpg',
      instagram: 'barberia.lavapies',
    },
  }),
}

test('the profile is that of the key’s business, with all fields', async () => {
  const salon = await openSalon(barbershop)
  assert.deepEqual(dataOf(await salon.guest.get('/negocio/')), {
    id: salon.businessId,
    nombre: 'Barbería Lavapiés',
    descripcion: 'La de siempre',
    email: 'hola@example.com',
    telefono: '+34912345678',
    telefono_formateado: '+34 912 34 56 78',
    direccion: { calle: 'Calle Mayor 1', ciudad: 'Madrid', codigo_postal: '28013', pais: 'ES' },
    coordenadas: { lat: 40.4168, lng: -3.7038 },
    logo_url: 'https://assets.example/images/logo.svg',
    marca: { color: '#8c2f39' },
    imagen_portada_url: 'https://cdn.example/cover.jpg',
    redes_sociales: { instagram: 'barberia.lavapies', facebook: '', website: '' },
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
      tiempo_cancelacion_horas: 12,
      tiempo_reprogramacion_horas: 12,
      reprogramaciones_maximas: 5,
      puntos_activo: true,
      telefono_obligatorio: true,
      antelacion_maxima_dias: 45,
      antelacion_minima_minutos: 60,
      intervalo_minutos: 30,
      canales_mensajes: [],
    },
    pagos: null,
    estadisticas: {
      servicios_count: 2,
      profesionales_count: 3,
      valoracion_media: 0,
      total_resenas: 0,
    },
  })
})

test('D4: a missing text is empty and missing coordinates are null', async () => {
  const salon = await openSalon({
    editFile: (file) => ({
      ...file,
      profile: {
        ...file.profile,
        description: {},
        email: '',
        phone: '',
        latitude: null,
        longitude: null,
      },
    }),
  })
  const { descripcion, email, telefono, telefono_formateado, logo_url, coordenadas } = dataOf(
    await salon.guest.get('/negocio/'),
  )
  assert.deepEqual(
    [descripcion, email, telefono, telefono_formateado, logo_url],
    ['', '', '', '', ''],
  )
  assert.deepEqual(coordenadas, { lat: null, lng: null })
})

for (const [currency, symbol] of [
  ['EUR', '€'],
  ['USD', '$'],
  ['GBP', '£'],
  ['AED', 'د.إ'],
] as const) {
  test(`prices in ${currency} have the symbol ${symbol}`, async () => {
    const salon = await openSalon({ settings: { currency } })
    const { configuracion } = dataOf(await salon.guest.get('/negocio/'))
    assert.deepEqual([configuracion.moneda, configuracion.simbolo_moneda], [currency, symbol])
    const services = dataOf(await salon.guest.get('/servicios/'))
    assert.deepEqual([services.moneda, services.simbolo_moneda], [currency, symbol])
  })
}

test('D14: acepta_pagos_online is false without an account that can charge', async () => {
  const salon = await openSalon({
    settings: { acceptsOnlinePayments: true, requiresPrepayment: true },
  })
  const { configuracion } = dataOf(await salon.guest.get('/negocio/'))
  assert.equal(configuracion.acepta_pagos_online, false)
})

test('only active entries are counted in estadisticas', async () => {
  const salon = await openSalon(barbershop)
  await salon.apply({
    ...barbershop,
    services: [{ name: 'Corte' }],
    professionals: ['Ana', 'Bea'],
  })
  const { estadisticas } = dataOf(await salon.guest.get('/negocio/'))
  assert.deepEqual([estadisticas.servicios_count, estadisticas.profesionales_count], [1, 2])
})

test('D7: the description is in the requested language, and an unknown language is rejected', async () => {
  const salon = await openSalon(barbershop)
  assert.equal(dataOf(await salon.guest.get('/negocio/?lang=en')).descripcion, 'The usual one')
  assert.equal(dataOf(await salon.guest.get('/negocio/?lang=ar')).descripcion, 'La de siempre')
  assertInvalid(await salon.guest.get('/negocio/?lang=fr'), 'lang')
})
