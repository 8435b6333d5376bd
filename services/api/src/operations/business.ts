import { browserPayment, today } from '@silla/core'
import {
  BusinessWire,
  ClosingDaysWire,
  defaultClosingMonths,
  maxClosingRangeDays,
  OpeningHoursWire,
  parseClosingRange,
  rangeParams,
  serializeBusiness,
  serializeClosingDays,
  serializeOpeningHours,
} from '@silla/wire'
import { operation } from './operation.ts'
import { list, one } from './results.ts'

const tag = 'Business'

/** The business: profile, opening hours and closing days. */
export const businessOperations = [
  operation({
    name: 'negocio.ver',
    tag,
    summary: 'Get the business',
    description: 'Profile, booking rules and totals of the business that the API key belongs to.',
    rest: { method: 'GET', path: '/negocio/' },
    graphql: { field: 'negocio' },
    access: 'anyone',
    result: one(BusinessWire),
    errors: {},
    cached: {},
    tool: {
      guidance:
        'Address, phone, currency, time zone, languages and booking rules of the salon: how long before ' +
        'the visit it can be cancelled or moved, whether a phone is required, whether it takes online ' +
        'payments.',
    },
    respond: (_, { catalog, locale, options }) =>
      serializeBusiness(catalog, locale, browserPayment(catalog, options.processors)),
  }),

  operation({
    name: 'negocio.horarios',
    tag,
    summary: 'Opening hours',
    description:
      'The weekly opening hours, Monday first. Day names are in the language of messages.',
    rest: { method: 'GET', path: '/negocio/horarios/' },
    graphql: { field: 'horarios' },
    access: 'anyone',
    result: list(OpeningHoursWire, { items: 'horarios' }),
    errors: {},
    cached: {},
    respond: (_, { catalog, locale }, { page }) => serializeOpeningHours(catalog, page, locale),
  }),

  operation({
    name: 'negocio.festivos',
    tag,
    summary: 'Closing days',
    description: 'Days and parts of days on which the business is closed.',
    rest: { method: 'GET', path: '/negocio/festivos/' },
    graphql: { field: 'festivos' },
    access: 'anyone',
    query: {
      params: rangeParams({ from: 'today', to: `${defaultClosingMonths} months after today` }),
      parse: (params, { catalog, clock }) => parseClosingRange(params, today(catalog, clock)),
    },
    result: list(ClosingDaysWire, { items: 'festivos' }),
    errors: {
      INVALID_DATE: '`desde` or `hasta` is not a day',
      INVALID_RANGE: `\`hasta\` is before \`desde\`, or the range has more than ${maxClosingRangeDays} days`,
    },
    cached: {},
    respond: (_, { catalog, locale }, { query, page }) =>
      serializeClosingDays(catalog, query, page, locale),
  }),
]
