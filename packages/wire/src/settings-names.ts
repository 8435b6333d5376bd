import type { FieldedKind, SettingProperty } from '@silla/core'
import { languageList } from '@silla/locale'
import type { Words } from './settings-values.ts'

/** Name and description of a field; the words of its values. */
export interface SettingName {
  name: string
  description: string
  words?: Words
  /** It is set by the operator of the platform. */
  isReadOnly?: true
}

const field = (name: string, description: string, words?: Words): SettingName => ({
  name,
  description,
  ...(words && { words }),
})

const featured = field('destacado', 'Whether it is featured')
const image = field(
  'imagen_url',
  'Address of the image: a URL, or a path such as `/images/cut.jpg`',
)
const gallery = field('galeria', 'More images')
const name = field('nombre', 'Name')
const description = field('descripcion', 'Description')
const category = field('categoria_id', 'The category it belongs to')
const price = field('precio', 'Regular price, in the currency of the salon')
const offerPrice = field('precio_oferta', 'Offer price, below the regular price')
const vatRate = field('iva', 'VAT that the price contains, in percent; null: not given')
const pointsAwarded = field('puntos_otorga', 'Points the customer earns')

/** Every field of a setting on the wire. A field of the salon file that is missing here does not compile. */
export const settingNames: {
  [Kind in FieldedKind]: Record<SettingProperty<Kind>, SettingName>
} = {
  categories: {
    name,
    description,
    imageUrl: image,
    kind: field('tipo', 'What it groups', { service: 'servicio', product: 'producto' }),
  },
  resourceTypes: { name, count: field('cantidad', 'How many there are') },
  services: {
    name,
    description,
    categoryHandle: category,
    durationMinutes: field('duracion_minutos', 'Length in minutes'),
    phases: field(
      'fases',
      'How the length passes: work and waits in turn, first and last work. Removed: work without a wait',
    ),
    bufferMinutes: field('margen_minutos', 'Minutes after it in which everybody stays busy'),
    resourceTypeHandles: field('recursos_ids', 'The resources of which it needs one each'),
    priceCents: price,
    offerPriceCents: offerPrice,
    vatBasisPoints: vatRate,
    pointsAwarded,
    pointsPrice: field('puntos_canjea', 'Points that pay for it; 0 when it cannot be redeemed'),
    deposit: field('senal', 'What is paid of it in advance; null: as the salon has it'),
    cardGuarantee: field(
      'garantia_tarjeta',
      'What may be charged to a card for it; null: as the salon has it',
    ),
    imageUrl: image,
    galleryUrls: gallery,
    bookableOnline: field('reservable_online', 'Whether customers can book it online'),
    featured,
  },
  professionals: {
    name: field('nombre', 'Full name'),
    title: field('cargo', 'Job title'),
    bio: field('bio', 'Biography'),
    specialties: field('especialidades', 'Specialities'),
    imageUrl: image,
    galleryUrls: gallery,
  },
  products: {
    name,
    description,
    categoryHandle: category,
    priceCents: price,
    offerPriceCents: offerPrice,
    vatBasisPoints: vatRate,
    pointsAwarded,
    imageUrl: image,
    featured,
    stock: field('stock', 'Pieces received in total, also those sold; null: they are not counted'),
  },
  pointsPackages: {
    name,
    points: field('puntos', 'Points in the package'),
    priceCents: field('precio', 'Price of the package'),
  },
  profile: {
    name: field('nombre', 'Commercial name'),
    description,
    email: field('email', 'Email address that customers see'),
    phone: field('telefono', 'Phone number that customers see, in national format or with +'),
    street: field('calle', 'Street and number'),
    city: field('ciudad', 'City'),
    postalCode: field('codigo_postal', 'Postal code'),
    country: field('pais', 'Country, a code of two capital letters'),
    latitude: field('lat', 'Latitude in degrees'),
    longitude: field('lng', 'Longitude in degrees'),
    instagram: field('instagram', 'Instagram account, without @'),
    facebook: field('facebook', 'Facebook account'),
    website: field('website', 'Address of the website'),
  },
  brand: {
    brandColor: field('color', 'Colour of buttons and links as #rrggbb; null: the standard one'),
    logoUrl: field('logo_url', 'Address of the logo'),
    coverUrl: field('imagen_portada_url', 'Address of the cover image'),
  },
  rules: {
    currency: field('moneda', 'Currency of every price; only before the first booking'),
    timezone: field('timezone', 'Time zone; only before the first booking'),
    mainLanguage: field('idioma_principal', `Main language: ${languageList()}`),
    slotIntervalMinutes: field('intervalo_minutos', 'Minutes between two possible start times'),
    horizonDays: field('antelacion_maxima_dias', 'How many days ahead can be booked'),
    noticeMinutes: field('antelacion_minima_minutos', 'Minutes of notice that a booking needs'),
    cancellationHours: field(
      'tiempo_cancelacion_horas',
      'Hours before the start until which a customer may cancel',
    ),
    rescheduleHours: field(
      'tiempo_reprogramacion_horas',
      'Hours before the start until which a customer may move a booking; null: as for cancelling',
    ),
    rescheduleLimit: field('reprogramaciones_maximas', 'How often a customer may move one booking'),
    guestBookingsPerAddress: field(
      'reservas_invitado_por_direccion',
      'Bookings that guests may make a day from one client address',
    ),
    guestBookingsPerDomain: field(
      'reservas_invitado_por_dominio',
      'Bookings that guests may make a day with one email domain that is not public',
    ),
    assignment: field('asignacion', 'Who carries out a booking for anyone', {
      balanced: 'equilibrada',
      priority: 'prioridad',
    }),
    waitlistOfferMinutes: field(
      'oferta_espera_minutos',
      'Minutes for which an offer of the waitlist stands',
    ),
    ownerNotifications: field('avisos', 'Emails to the salon about its bookings', {
      each: 'cada_una',
      daily: 'diario',
      none: 'ninguno',
    }),
    notesInOwnerEmails: field('notas_en_avisos', 'Whether these emails show what customers wrote'),
    messagesPerMonth: field(
      'mensajes_al_mes',
      'Messages to phones in a month, each part of a long SMS counted; then emails',
    ),
    ownerMessages: field(
      'avisos_movil',
      'How the emails to the salon about single bookings also reach a phone',
      { none: 'ninguno', sms: 'sms', whatsapp: 'whatsapp' },
    ),
    ownerMessagesPhone: field(
      'avisos_movil_numero',
      'The phone that gets them, with + and country code; empty: none',
    ),
    calendarNames: field('nombres_calendario', 'How calendars name customers', {
      initials: 'iniciales',
      full: 'completo',
    }),
    autocompleteHours: field(
      'completar_horas',
      'Hours after the end at which a booking counts as completed; null: never',
    ),
    reminderHours: field(
      'recordatorio_horas',
      'Hours before the start at which the customer is reminded; null: never',
    ),
    phoneRequired: field('telefono_obligatorio', 'Whether a booking needs a phone number'),
    confirmsByHand: field('confirmacion_manual', 'Whether the salon confirms each booking'),
    pointsEnabled: field('puntos_activo', 'Whether loyalty points are enabled'),
    acceptsOnlinePayments: field('acepta_pagos_online', 'Whether bookings can be paid online'),
    requiresPrepayment: field('requiere_pago_anticipado', 'Whether bookings must be paid online'),
    deposit: field('senal', 'What is paid online in advance; null: nothing'),
    cardGuarantee: field(
      'garantia_tarjeta',
      'The card that customers leave where nothing is paid in advance; null: none',
    ),
    afterNoShows: field(
      'senal_tras_ausencias',
      'From how many missed visits on a customer pays the deposit; null: they do not matter',
    ),
    refundTiers: field('tramos_reembolso', 'What customers who cancel get back; empty: everything'),
    managedBy: {
      ...field(
        'gestion',
        '`archivo`: only the salon file changes the settings; set by the operator',
        {
          salon: 'salon',
          file: 'archivo',
        },
      ),
      isReadOnly: true,
    },
    onlinePage: {
      ...field('pagina_online', 'Whether it has a booking page; set by the operator'),
      isReadOnly: true,
    },
    refundsApplicationFee: {
      ...field('devuelve_comision', 'Whether refunds return the platform fee; set by the operator'),
      isReadOnly: true,
    },
  },
}
