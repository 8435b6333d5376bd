import { type Catalog, usualWeek } from '@silla/core'
import { formatAmount } from '@silla/money'
import { formatDate, formatTime } from '@silla/slots'
import { imageUrl } from '@silla/wire'
import { type ClosedPeriod, offersByCategory, ratingOf } from './page-content.ts'
import type { PageFormat } from './page-format.ts'

const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/**
 * What search engines read of a salon (https://schema.org/HairSalon), as JSON for a `<script>`
 * element.
 *
 * @param url of the booking page
 */
export function structuredData(
  catalog: Catalog,
  format: PageFormat,
  page: { url: string; assetsBaseUrl: string; closings: readonly ClosedPeriod[] },
): string {
  const { business, settings } = catalog
  const { address } = business
  const images = [business.coverUrl, business.logoUrl]
    .filter(Boolean)
    .map((stored) => imageUrl(stored, page))
  const rating = ratingOf(catalog)
  const offers = offersByCategory(catalog).flatMap(({ offers }) => offers)
  return scriptJson({
    '@context': 'https://schema.org',
    '@type': 'HairSalon',
    '@id': page.url,
    name: business.name,
    description: format.text(business.description).text || undefined,
    url: page.url,
    telephone: business.phone || undefined,
    email: business.email || undefined,
    image: images.length > 0 ? images : undefined,
    logo: business.logoUrl ? imageUrl(business.logoUrl, page) : undefined,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street || undefined,
      addressLocality: address.city || undefined,
      postalCode: address.postalCode || undefined,
      addressCountry: address.country,
    },
    geo:
      business.latitude === null || business.longitude === null
        ? undefined
        : {
            '@type': 'GeoCoordinates',
            latitude: business.latitude,
            longitude: business.longitude,
          },
    sameAs: profilesOf(catalog),
    currenciesAccepted: settings.currency,
    openingHoursSpecification: usualWeek(catalog).flatMap(({ weekday, open }) =>
      open.map(({ startMinute, endMinute }) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: weekdays[weekday - 1],
        opens: formatTime(startMinute),
        closes: closesAt(endMinute),
      })),
    ),
    specialOpeningHoursSpecification: page.closings
      .filter(({ span }) => span === null)
      .map(({ first, last }) => ({
        '@type': 'OpeningHoursSpecification',
        // closed: https://developers.google.com/search/docs/appearance/structured-data/local-business
        opens: '00:00',
        closes: '00:00',
        validFrom: formatDate(first),
        validThrough: formatDate(last),
      })),
    aggregateRating: rating
      ? {
          '@type': 'AggregateRating',
          ratingValue: Math.round(rating.mean * 100) / 100,
          reviewCount: rating.count,
        }
      : undefined,
    hasOfferCatalog: {
      '@type': 'OfferCatalog',
      name: format.texts.servicesTitle,
      itemListElement: offers.map(({ service, priceCents }) => ({
        '@type': 'Offer',
        price: formatAmount(priceCents),
        priceCurrency: settings.currency,
        itemOffered: { '@type': 'Service', name: format.text(service.name).text },
      })),
    },
    potentialAction: {
      '@type': 'ReserveAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: page.url,
        inLanguage: format.language,
        actionPlatform: [
          'https://schema.org/DesktopWebPlatform',
          'https://schema.org/MobileWebPlatform',
        ],
      },
      result: { '@type': 'Reservation', name: format.texts.bookingTitle },
    },
  })
}

/** JSON that neither ends the element nor begins a comment in it. */
const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The end of a day that is open until midnight is 23:59 there. */
const closesAt = (minute: number): string => (minute % 1440 === 0 ? '23:59' : formatTime(minute))

function profilesOf({ business }: Catalog): string[] | undefined {
  const profiles = [
    business.website,
    business.instagram && `https://www.instagram.com/${encodeURIComponent(business.instagram)}/`,
    business.facebook && `https://www.facebook.com/${encodeURIComponent(business.facebook)}`,
  ].filter(Boolean)
  return profiles.length > 0 ? profiles : undefined
}
