import { type BrowserPayment, type Catalog, formatPhone } from '@silla/core'
import { currencies } from '@silla/money'
import { type Static, Type } from 'typebox'
import { imageUrl, type Locale, localize } from './localize.ts'
import { channelWords } from './message-choice.ts'
import {
  policyFields,
  serializeCardGuarantee,
  serializeDepositPolicy,
  serializeRefundTiers,
} from './policies.ts'
import { meanRating } from './professional.ts'
import { closed, count, decimal, flag, nullable, oneOf, text } from './schema.ts'

export const BusinessWire = closed(
  {
    id: Type.String({ format: 'uuid', description: 'The business, as a UUID' }),
    nombre: text('Commercial name'),
    descripcion: text('Description, in the requested language'),
    email: text('Contact e-mail'),
    telefono: text('Contact phone in E.164, empty when there is none'),
    telefono_formateado: text('That phone as people read it, in international form with spaces'),
    direccion: closed(
      {
        calle: text('Street and number'),
        ciudad: text('City'),
        codigo_postal: text('Postal code'),
        pais: text('Country, as a short code'),
      },
      { description: 'Postal address' },
    ),
    coordenadas: closed(
      {
        lat: nullable(decimal('Latitude in degrees, null when unknown')),
        lng: nullable(decimal('Longitude in degrees, null when unknown')),
      },
      { description: 'Geographic coordinates' },
    ),
    logo_url: text('Address of the logo, empty when there is none'),
    marca: closed(
      { color: nullable(text('Colour of the brand as #rrggbb, null when the salon has none')) },
      { description: 'How the salon presents itself' },
    ),
    imagen_portada_url: text('Address of the cover image, empty when there is none'),
    redes_sociales: closed(
      {
        instagram: text('Instagram account name, empty when there is none'),
        facebook: text('Facebook account name, empty when there is none'),
        website: text('Address of the website, empty when there is none'),
      },
      { description: 'Social networks and website' },
    ),
    configuracion: closed(
      {
        moneda: text('Currency code of every price'),
        simbolo_moneda: text('Symbol of that currency'),
        timezone: text('Name of the time zone of every date and time of day'),
        idioma_principal: text('Main language of the texts'),
        acepta_pagos_online: flag('Whether bookings can be paid online by card'),
        requiere_pago_anticipado: flag('Whether bookings expire unless they are paid online'),
        ...policyFields,
        tiempo_cancelacion_horas: count('Hours before the start until which a customer may cancel'),
        tiempo_reprogramacion_horas: count(
          'Hours before the start until which a customer may move a booking',
        ),
        reprogramaciones_maximas: count('How often a customer may move one booking'),
        puntos_activo: flag('Whether loyalty points are enabled'),
        telefono_obligatorio: flag('Whether a booking needs a phone number'),
        antelacion_maxima_dias: count('How many days in advance a booking can be made'),
        antelacion_minima_minutos: count('Minutes of notice that a booking needs'),
        intervalo_minutos: count('Minutes between two possible start times'),
        canales_mensajes: Type.Array(oneOf(channelWords, 'Channel'), {
          description:
            'By what the business sends messages to phones, to customers who agree: `mensajes` of a booking',
        }),
      },
      { description: 'Settings and booking rules' },
    ),
    pagos: nullable(
      closed(
        {
          processor_publishable_key: text('Key for the processor’s browser library'),
          processor_account_id: text(
            'The salon’s account at the processor, which that library needs too',
          ),
          processor_script_url: text('Address of that library'),
        },
        { description: 'How to show the processor’s payment form; null without online payments' },
      ),
    ),
    estadisticas: closed(
      {
        servicios_count: count('Number of active services'),
        profesionales_count: count('Number of active professionals'),
        valoracion_media: decimal('Mean rating of all reviews, 1 to 5; 0 without reviews'),
        total_resenas: count('Number of reviews'),
      },
      { description: 'Totals' },
    ),
  },
  { $id: 'Negocio', description: 'The business that the API key belongs to' },
)

/** The profile of the business. */
export function serializeBusiness(
  { business, settings, services, professionals, messageChannels }: Catalog,
  locale: Locale,
  payment: BrowserPayment | null,
) {
  const reviewCount = professionals.reduce((sum, { reviews }) => sum + reviews.count, 0)
  const ratingSum = professionals.reduce((sum, { reviews }) => sum + reviews.ratingSum, 0)
  return {
    id: business.id,
    nombre: business.name,
    descripcion: localize(business.description, locale),
    email: business.email,
    telefono: business.phone,
    telefono_formateado: phoneText(business),
    direccion: {
      calle: business.address.street,
      ciudad: business.address.city,
      codigo_postal: business.address.postalCode,
      pais: business.address.country,
    },
    coordenadas: { lat: business.latitude, lng: business.longitude },
    logo_url: imageUrl(business.logoUrl, locale),
    marca: { color: business.brandColor },
    imagen_portada_url: imageUrl(business.coverUrl, locale),
    redes_sociales: {
      instagram: business.instagram,
      facebook: business.facebook,
      website: business.website,
    },
    configuracion: {
      moneda: settings.currency,
      simbolo_moneda: currencies[settings.currency].symbol,
      timezone: settings.timezone,
      idioma_principal: settings.mainLanguage,
      acepta_pagos_online: settings.acceptsOnlinePayments,
      requiere_pago_anticipado: settings.requiresPrepayment,
      senal: settings.deposit && serializeDepositPolicy(settings.deposit),
      garantia_tarjeta: settings.cardGuarantee && serializeCardGuarantee(settings.cardGuarantee),
      senal_tras_ausencias: settings.afterNoShows,
      tramos_reembolso: serializeRefundTiers(settings.refundTiers),
      tiempo_cancelacion_horas: settings.cancellationHours,
      tiempo_reprogramacion_horas: settings.rescheduleHours ?? settings.cancellationHours,
      reprogramaciones_maximas: settings.rescheduleLimit,
      puntos_activo: settings.pointsEnabled,
      telefono_obligatorio: settings.phoneRequired,
      antelacion_maxima_dias: settings.horizonDays,
      antelacion_minima_minutos: settings.noticeMinutes,
      intervalo_minutos: settings.slotIntervalMinutes,
      canales_mensajes: messageChannels,
    },
    pagos: payment && {
      processor_publishable_key: payment.publishableKey,
      processor_account_id: payment.account,
      processor_script_url: payment.scriptUrl,
    },
    estadisticas: {
      servicios_count: services.length,
      profesionales_count: professionals.length,
      valoracion_media: meanRating(ratingSum, reviewCount),
      total_resenas: reviewCount,
    },
  } satisfies Static<typeof BusinessWire>
}

// by catalogue, because a number takes as long to format as the rest of the profile
const phoneTexts = new WeakMap<Catalog['business'], string>()

function phoneText(business: Catalog['business']): string {
  const text = phoneTexts.get(business) ?? formatPhone(business.phone)
  phoneTexts.set(business, text)
  return text
}
