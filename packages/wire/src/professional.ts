import { type Catalog, type Professional, type Review, type Service, termsOf } from '@silla/core'
import { toMajor } from '@silla/money'
import { formatDate, formatTime } from '@silla/slots'
import { type Static, Type } from 'typebox'
import {
  imageUrl,
  imageUrlOrNull,
  type Locale,
  localize,
  weekdayName,
  weekdays,
} from './localize.ts'
import { PhaseWire, serializePhases } from './phases.ts'
import { shiftsOn } from './schedule.ts'
import {
  clockTime,
  closed,
  count,
  date,
  decimal,
  flag,
  identifier,
  money,
  nullable,
  ref,
  text,
} from './schema.ts'

const sharedFields = {
  id: identifier('The professional'),
  nombre: text('Full name'),
  cargo: text('Title, in the requested language'),
  bio: text('Biography, in the requested language'),
  imagen_url: nullable(text('Address of the portrait, null when there is none')),
  especialidades: Type.Array(text('A speciality'), { description: 'In the requested language' }),
  valoracion_media: decimal('Mean rating, 1 to 5; 0 without reviews'),
  total_resenas: count('Number of reviews'),
  servicios_ids: Type.Array(identifier('A service'), { description: 'Active services offered' }),
}

export const ProfessionalWire = closed(sharedFields, {
  $id: 'Profesional',
  description: 'A professional in a list',
})

const OfferedServiceWire = closed(
  {
    id: identifier('The service'),
    nombre: text('Name'),
    precio: money('Regular price of this professional'),
    duracion_minutos: count('Length in minutes with this professional'),
    fases: Type.Array(ref(PhaseWire), { description: 'How that length passes' }),
  },
  { $id: 'ProfesionalServicio', description: 'A service that the professional offers' },
)

const WorkingHoursWire = closed(
  {
    dia: Type.Integer({ minimum: 1, maximum: 7, description: '1 Monday to 7 Sunday' }),
    dia_nombre: text('Name of the day'),
    trabaja: flag('Whether they work on this weekday'),
    desde: nullable(clockTime('Start of the first shift; null on a day off')),
    hasta: nullable(clockTime('End of the last shift; null on a day off')),
  },
  {
    $id: 'ProfesionalDia',
    description: 'Working hours of a professional on one weekday',
  },
)

export const ReviewWire = closed(
  {
    id: identifier('The review'),
    cliente_nombre: text('Name of the customer'),
    valoracion: Type.Integer({ minimum: 1, maximum: 5, description: 'Rating' }),
    comentario: text('Comment'),
    fecha: date('Date of the review'),
  },
  { $id: 'Resena', description: 'A review of a professional' },
)

export const ProfessionalDetailWire = closed(
  {
    ...sharedFields,
    galeria: Type.Array(text('Address of an image'), { description: 'Images of their work' }),
    servicios: Type.Array(ref(OfferedServiceWire), { description: 'Active services offered' }),
    horario: Type.Array(ref(WorkingHoursWire), {
      description: 'The weekly working hours, Monday first',
    }),
    resenas_recientes: Type.Array(ref(ReviewWire), {
      description: 'The latest reviews, newest first',
    }),
  },
  { $id: 'ProfesionalDetalle', description: 'A professional with all details' },
)

export const professionalComponents = [
  ProfessionalWire,
  OfferedServiceWire,
  WorkingHoursWire,
  ReviewWire,
  ProfessionalDetailWire,
]

/** A professional in a list. */
export const serializeProfessional = (professional: Professional, locale: Locale) =>
  ({
    id: professional.id,
    nombre: professional.name,
    cargo: localize(professional.title, locale),
    bio: localize(professional.bio, locale),
    imagen_url: imageUrlOrNull(professional.imageUrl, locale),
    especialidades: professional.specialties
      .map((speciality) => localize(speciality, locale))
      .filter(Boolean),
    valoracion_media: meanRating(professional.reviews.ratingSum, professional.reviews.count),
    total_resenas: professional.reviews.count,
    servicios_ids: professional.serviceIds,
  }) satisfies Static<typeof ProfessionalWire>

/** A professional with all details. */
export const serializeProfessionalDetail = (
  professional: Professional,
  catalog: Catalog,
  locale: Locale,
) =>
  ({
    ...serializeProfessional(professional, locale),
    galeria: professional.galleryUrls.map((url) => imageUrl(url, locale)),
    servicios: catalog.services
      .filter(({ id }) => professional.serviceIds.includes(id))
      .map((service) => serializeOfferedService(service, professional, locale)),
    horario: weekdays.map((weekday) => serializeWorkingHours(professional, weekday, locale)),
    resenas_recientes: professional.reviews.recent.map(serializeReview),
  }) satisfies Static<typeof ProfessionalDetailWire>

/** On the professional's own terms (D34). */
function serializeOfferedService(service: Service, professional: Professional, locale: Locale) {
  const { durationMinutes, phases, priceCents } = termsOf(service, professional)
  return {
    id: service.id,
    nombre: localize(service.name, locale),
    precio: toMajor(priceCents),
    duracion_minutos: durationMinutes,
    fases: serializePhases(phases),
  } satisfies Static<typeof OfferedServiceWire>
}

/** From the start of the first shift to the end of the last one (D7b). */
function serializeWorkingHours(professional: Professional, weekday: number, locale: Locale) {
  const shifts = shiftsOn(professional, weekday)
  const last = Math.max(...shifts.map(({ endMinute }) => endMinute))
  const first = shifts[0]
  return {
    dia: weekday,
    dia_nombre: weekdayName(weekday, locale.message),
    trabaja: first !== undefined,
    desde: first ? formatTime(first.startMinute) : null,
    hasta: first ? formatTime(last) : null,
  } satisfies Static<typeof WorkingHoursWire>
}

export const serializeReview = (review: Review) =>
  ({
    id: review.id,
    cliente_nombre: review.customerName,
    valoracion: review.rating,
    comentario: review.comment,
    fecha: formatDate(review.day),
  }) satisfies Static<typeof ReviewWire>

/** The mean rating with two decimals; 0 without ratings (D4). */
export const meanRating = (sum: number, count: number): number =>
  count === 0 ? 0 : Math.round((sum / count) * 100) / 100
